# syntax=docker/dockerfile:1.7@sha256:a57df69d0ea827fb7266491f2813635de6f17269be881f696fbfdf2d83dda33e
# Four small images from one build: api (with the site), worker, compliance, migrate.

FROM node:22.20-bookworm-slim@sha256:b21fe589dfbe5cc39365d0544b9be3f1f33f55f3c86c87a76ff65a02f8f5848e AS site
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --ignore-scripts
COPY web ./
COPY api/openapi.json ../api/openapi.json
COPY templates/brand.json templates/agreed-texts.json ../templates/
ARG PUBLIC_URL
RUN npm run build

FROM rust:1.95-bookworm@sha256:6258907abe69656e41cd992e0b705cdcfabcbbe3db374f92ed2d47121282d4a1 AS programs
WORKDIR /src
COPY . .
# What `--version` prints: `git describe --always --dirty`. The build context has no .git.
ARG REVISION=unknown
ENV FIRNWALL_COMMIT=$REVISION
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked --package api --package worker --package compliance --package migration \
    && mkdir /programs \
    && cp target/release/api target/release/worker target/release/compliance target/release/migration /programs/

# Its static wget queries the ops listener for the health checks: the final images have neither shell nor curl.
FROM busybox:1.37.0-musl@sha256:5cec3fc171c87218698e85a52af7087de727372aae264a787b8112901a5b0092 AS busybox

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f AS base
USER 65532:65532
WORKDIR /
ENV container=docker
ARG REVISION=unknown
LABEL org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.licenses="MIT"

FROM base AS migrate
LABEL org.opencontainers.image.title="Firnwall Inquiries, migration" \
      org.opencontainers.image.description="Creates roles and database, and migrates the schema"
COPY --from=programs /programs/migration /migration
ENTRYPOINT ["/migration"]

FROM base AS compliance
LABEL org.opencontainers.image.title="Firnwall Inquiries, compliance" \
      org.opencontainers.image.description="Runs retention and answers data subject requests, with an officer's login"
COPY --from=programs /programs/compliance /compliance
ENTRYPOINT ["/compliance"]

FROM base AS worker
LABEL org.opencontainers.image.title="Firnwall Inquiries, worker" \
      org.opencontainers.image.description="Delivers the mails of inquiries, takes answers in and runs the schedules"
COPY --from=busybox /bin/wget /wget
COPY --from=programs /programs/worker /worker
# Else glibc raises it to the size of the largest mail, and keeps that memory for each of its arenas.
ENV MALLOC_MMAP_THRESHOLD_=131072
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["/wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8082/readyz"]
ENTRYPOINT ["/worker"]
CMD ["run"]

FROM base AS api
LABEL org.opencontainers.image.title="Firnwall Inquiries, api" \
      org.opencontainers.image.description="Serves the site and stores the inquiries that its form sends"
COPY --from=busybox /bin/wget /wget
COPY --from=programs /programs/api /api
COPY --from=site /src/web/dist /site
ENV WEB_ROOT=/site
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["/wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8081/readyz"]
ENTRYPOINT ["/api"]
