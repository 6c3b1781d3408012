# Builds the shop from a fresh clone: docker build -t snackdrop .
FROM node:22-bookworm-slim AS node

FROM golang:1.26-bookworm AS build
COPY --from=node /usr/local/bin/ /usr/local/bin/
COPY --from=node /usr/local/lib/node_modules/ /usr/local/lib/node_modules/
WORKDIR /src
# Dependencies change less often than sources: their layers are kept.
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN make build VERSION=${VERSION} && install -d -m 0700 /empty

# The program needs nothing but the certificates of public authorities (S3, SMTP, payment providers).
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /src/bin/snackdrop /snackdrop
COPY --from=build --chown=65532:65532 /empty /data
COPY --from=build --chown=65532:65532 --chmod=1777 /empty /tmp
USER 65532:65532
ENV SNACKDROP_ADDR=0.0.0.0:8080 SNACKDROP_DATA=/data SNACKDROP_LOG=json
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s CMD ["/snackdrop", "healthcheck"]
ENTRYPOINT ["/snackdrop"]
CMD ["serve"]
