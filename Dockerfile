# A small image that contains only the program: `docker build --tag lsflint .`, then
#
#   docker run --rm --volume "$PWD:/work:ro" lsflint check
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" lsflint fmt
#
# `--target ci` builds an image with a shell and git, for GitLab and other systems that run scripts in images.

# On Alpine, Rust links statically.
FROM rust:1.95-alpine3.22 AS build
# The allocator is written in C.
# hadolint ignore=DL3018
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
RUN cargo build --profile dist --locked --package lsflint

FROM alpine:3.22 AS ci
# hadolint ignore=DL3018
RUN apk add --no-cache git
COPY --from=build /src/target/dist/lsflint /usr/local/bin/lsflint
COPY LICENSE-APACHE LICENSE-MIT /usr/share/licenses/lsflint/
USER 65532:65532
WORKDIR /work

FROM scratch AS lsflint
COPY --from=build /src/target/dist/lsflint /usr/local/bin/lsflint
COPY LICENSE-APACHE LICENSE-MIT /usr/share/licenses/lsflint/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/lsflint"]
CMD ["--help"]
