# A Node that is supported until April 2028. An operator who wants the very same bytes each time adds the digest of the tag.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# No package of tests: test/package.json is not there yet, and not asked for.
COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN node scripts/bootstrap.mjs --packages
COPY . .
RUN npm run build && npm prune --omit=dev --workspaces=false --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production DEMO=off PORT=3000 DATA_DIR=/data
WORKDIR /app
# What is served belongs to root and is only read: the process that serves it cannot change it.
COPY --from=build --chmod=a+rX,go-w /app/package.json ./
COPY --from=build --chmod=a+rX,go-w /app/node_modules ./node_modules
COPY --from=build --chmod=a+rX,go-w /app/dist ./dist
# The programs that evidence bundles bring along.
COPY --from=build --chmod=a+rX,go-w /app/docs/*.py ./docs/
# Nothing installs anything here, and no program may become somebody else.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn* \
  && find / -xdev -perm /6000 -type f -exec chmod a-s {} + \
  && mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
# Not npm start: its bootstrap would install and build what the image already holds.
CMD ["node", "dist/server/main.js"]
