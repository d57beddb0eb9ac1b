#!/bin/sh
# Installs the packed package in an empty project with other releases of Node, strict on engines, and
# certifies the built-in server there. Needs the network, so that `npm test` does not do it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
archive="$folder/$(npm pack --silent --pack-destination "$folder")"
for version in 20.19.0 22 24; do
  project="$folder/node-$version"
  mkdir "$project"
  cd "$project"
  echo '{ "private": true }' > package.json
  npx -y -p "node@$version" -p npm@10 -- sh -c \
    "node --version && npm install --engine-strict --loglevel warn --no-audit --no-fund '$archive' && npx news-conformance run --reference --quiet"
done
