#!/bin/sh
# Puts what the image contains into a folder: the package as npm publishes it, without what only people and compilers
# read, and the packages that it needs, as the lockfile has them. After `npm ci` and `npm run build`:
#
#   sh container/assemble.sh FOLDER
#
# The Dockerfile runs it, and so do the tests (tests/container/), without a container engine.
set -eu

folder=$1
mkdir -p "$folder"

archive=$(npm pack --silent --ignore-scripts --pack-destination "$folder")
tar -xzf "$folder/$archive" -C "$folder" --strip-components=1
rm -rf "$folder/$archive" "$folder/docs" "$folder/examples"
find "$folder/dist" -name '*.d.ts' -exec rm {} +

# Copied rather than installed again: `npm ci` has put them where the lockfile says.
packages=$(node -p '
  const { packages } = require("./package-lock.json");
  const isNeeded = ([path, { dev, link }]) => path.startsWith("node_modules/") && !dev && !link;
  Object.entries(packages).filter(isNeeded).map(([path]) => path).join("\n");
')
for package in $packages; do
  # A nested one has come along with the one that it is in.
  if [ -e "$folder/$package" ]; then continue; fi
  mkdir -p "$folder/${package%/*}"
  cp -R "$package" "$folder/$package"
done
