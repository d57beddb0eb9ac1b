# syntax=docker/dockerfile:1
# The command line of news-conformance: docs/container.md.
ARG NODE_VERSION=24

# The package is plain JavaScript, so that it is built once for all platforms.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-alpine AS build
WORKDIR /source
COPY package.json package-lock.json ./
COPY tests/clients/generators/package.json tests/clients/generators/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && sh container/assemble.sh /assembled && mkdir /work

FROM node:${NODE_VERSION}-alpine
LABEL org.opencontainers.image.title="news-conformance" \
      org.opencontainers.image.description="Conformance test suite for servers of the Headline and News Search Service" \
      org.opencontainers.image.source="https://github.com/news-conformance/news-conformance" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /assembled /opt/news-conformance
# The configuration is looked up there, and the reports are written there.
COPY --from=build --chown=node:node /work /work
WORKDIR /work
USER node
ENTRYPOINT ["node", "/opt/news-conformance/dist/cli/main.js"]
CMD ["--help"]
