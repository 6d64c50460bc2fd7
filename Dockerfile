# The sandbox, installed from its own package. docs/container.md says how to use the image.
FROM node:24.21.0-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
# No script of a dependency is needed: the build does not open a database.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /package

FROM node:24.21.0-slim
RUN mkdir /app /data && chown node:node /app /data
USER node
WORKDIR /app
COPY --from=build --chown=node:node /package/*.tgz ./
# Version 13 of better-sqlite3 contains its binary. Nothing is compiled.
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund ./webhook-sandbox-*.tgz better-sqlite3@13.2.0
ENV PATH=/app/node_modules/.bin:$PATH SANDBOX_HOST=0.0.0.0
WORKDIR /data
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT || 4400}/sandbox/health`).then((response) => response.json()).then(({ status }) => process.exit(status === 'ok' ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["webhook-sandbox"]
