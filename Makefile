# `make` alone lists the targets. Only what is out of date is built again.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:

GO_FLAGS := $(shell scripts/go-flags)
STAMPS   := bin/.stamps
ADDR     ?= 127.0.0.1:8080
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

files    = $(shell find $(1) -type f -not -name '.*' 2>/dev/null)
WEB     := $(call files,web) package.json tsconfig.json go.mod $(call files,internal/ssr/bytecode)
ART     := $(call files,art) $(wildcard internal/demo/*.json)

.PHONY: help run build test dev gen fmt lint bench release clean snackdrop missing

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: build ## build, then serve the demo shop on http://localhost:8080 with its data in ./data
	@exec bin/snackdrop serve --demo --addr $(ADDR)

build: $(STAMPS)/npm ## bin/snackdrop, the whole shop in one file
	@$(MAKE) -j2 $(STAMPS)/web $(STAMPS)/art
	@$(MAKE) snackdrop

test: ## everything: format, lint, types, Go on both databases, Vitest, Playwright
	@scripts/test

dev: $(STAMPS)/npm $(STAMPS)/web $(STAMPS)/art ## the demo shop with live reload, in front and behind
	@scripts/dev

gen: snackdrop $(STAMPS)/npm bin/tools/sqlc ## write the generated files: queries, docs/api.json, the browser's API types
	@cd internal/store && ../../bin/tools/sqlc generate
	@scripts/sqlc-sum >internal/store/internal/db/sqlc.sum
	@$(MAKE) snackdrop
	@bin/snackdrop openapi >docs/api.json
	@npm run --silent gen

fmt: $(STAMPS)/npm ## format all sources
	@gofmt -w cmd internal $(wildcard bench)
	@npm run --silent fmt

lint: $(STAMPS)/npm bin/tools/staticcheck ## go vet, staticcheck, Biome, unused exports, types, the OpenAPI document
	@go vet $(GO_FLAGS) ./...
	@GOFLAGS="$$(go env GOFLAGS) $(GO_FLAGS)" bin/tools/staticcheck ./...
	@npm run --silent lint
	@npm run --silent typecheck
	@npm run --silent lint:api

bench: build ## measure speed and size, one table (BENCH=-all: also a shop with 1,000,000 orders)
	@go run $(GO_FLAGS) ./bench $(BENCH)

release: build ## bin/release: checksummed programs for Linux, macOS and Windows, what is inside, and a start of the Linux one
	@VERSION=$(VERSION) scripts/release

clean: ## delete what was built (not ./data)
	@rm -rf bin node_modules test-results playwright-report
	@find internal/ssr/dist internal/ssr/render internal/demo/images -mindepth 1 -not -name .gitkeep -delete

# Go itself decides what has to be compiled again.
snackdrop:
	@scripts/need go
	@CGO_ENABLED=0 go build $(GO_FLAGS) -ldflags '-s -w -X main.version=$(VERSION)' -o bin/snackdrop ./cmd/snackdrop

# Not `npm ci`: it refuses a lock file that lacks another platform's optional packages, which npm itself leaves out
# when its registry lacks them. With --no-save the lock file is followed and never rewritten.
$(STAMPS)/npm: package-lock.json $(if $(wildcard node_modules),,missing)
	@scripts/need node
	npm install --no-save --no-progress
	@mkdir -p $(@D) && touch $@

$(STAMPS)/art: $(ART) $(STAMPS)/npm
	@npm run --silent --if-present art
	@mkdir -p $(@D) && touch $@

$(STAMPS)/web: $(WEB) $(STAMPS)/npm
	@scripts/need go
	@npm run --silent build
	@touch internal/ssr/dist/.gitkeep
	@mkdir -p $(@D) && touch $@

bin/tools/staticcheck: PACKAGE := honnef.co/go/tools/cmd/staticcheck
bin/tools/s3server:    PACKAGE := ./s3server
bin/tools/sqlc:        PACKAGE := github.com/sqlc-dev/sqlc/cmd/sqlc
bin/tools/stripe-mock: PACKAGE := github.com/stripe/stripe-mock
bin/tools/pebble:      PACKAGE := github.com/letsencrypt/pebble/v2/cmd/pebble
# Without cgo they share the build cache with the shop.
bin/tools/staticcheck bin/tools/s3server bin/tools/stripe-mock bin/tools/pebble: export CGO_ENABLED := 0
bin/tools/s3server: tools/s3server/main.go
bin/tools/%: tools/go.sum
	@echo "building $* (once)"
	@cd tools && go build -trimpath -o ../$@ $(PACKAGE)
	@touch $@
