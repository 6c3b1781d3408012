package store

import "context"

// CachedCertificate reads one value of the ACME cache that all instances share. The caller has encrypted it.
func (s *Store) CachedCertificate(ctx context.Context, name string) (content string, exists bool, err error) {
	err = s.conn.QueryRowContext(ctx, "SELECT content FROM certificate_cache WHERE name = $1", name).Scan(&content)
	exists, err = optional(err)
	return content, exists, err
}

// Put stores an encrypted value under a name and replaces an older one.
func (tx CertificateWriter) Put(ctx context.Context, name, content string) error {
	_, err := tx.tx.ExecContext(ctx, `INSERT INTO certificate_cache (name, content) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET content = excluded.content`, name, content)
	return err
}

// Delete deletes the value under a name.
func (tx CertificateWriter) Delete(ctx context.Context, name string) error {
	_, err := tx.tx.ExecContext(ctx, "DELETE FROM certificate_cache WHERE name = $1", name)
	return err
}
