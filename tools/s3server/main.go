// Command s3server is the S3 server of the tests: versitygw on a folder, without the other storage backends, command line
// and integration tests that its own program compiles in.
//
//	s3server ADDRESS REGION FOLDER SIDECAR
//
// The root user's key is in ROOT_ACCESS_KEY and ROOT_SECRET_KEY. /health answers once the server is up.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: s3server ADDRESS REGION FOLDER SIDECAR")
	}
	address, region, folder, sidecar := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	metadata, err := meta.NewSideCar(sidecar)
	if err != nil {
		log.Fatal(err)
	}
	backend, err := posix.New(folder, metadata, posix.PosixOpts{SideCarDir: sidecar, Concurrency: 5_000})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = embedgw.RunVersityGW(ctx, backend, &embedgw.Config{
		RootUserAccess: os.Getenv("ROOT_ACCESS_KEY"), RootUserSecret: os.Getenv("ROOT_SECRET_KEY"),
		Region: region, Ports: []string{address}, HealthPath: "/health", Quiet: true,
		MaxConnections: 10_000, MaxRequests: 10_000, MultipartMaxParts: 10_000,
	})
	if err != nil {
		log.Fatal(err)
	}
}
