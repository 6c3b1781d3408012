package testkit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"sync"
	"time"
)

// mailboxCertificate is the server certificate of SMTPOver.
var mailboxCertificate = sync.OnceValues(NewCertificate)

// NewCertificate makes a self-signed certificate for 127.0.0.1.
func NewCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	what := x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "a server for tests"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true}
	der, err := x509.CreateCertificate(rand.Reader, &what, &what, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// TrustMailbox makes this process trust the certificate of SMTPOver and no
// other, through the environment variables of crypto/x509. Call it in TestMain,
// before the first TLS connection.
func TrustMailbox() (forget func(), err error) {
	certificate, err := mailboxCertificate()
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "snackdrop-mailbox-*.pem")
	if err != nil {
		return nil, err
	}
	err = errors.Join(pem.Encode(file, &pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]}), file.Close(),
		os.Setenv("SSL_CERT_FILE", file.Name()), os.Setenv("SSL_CERT_DIR", os.DevNull))
	return func() { _ = os.Remove(file.Name()) }, err
}
