# The emulator as a container image. See docs/guides/docker-and-ci.md.
#
#   docker build --tag messaging-emulator .
#   docker run --rm --publish 127.0.0.1:4010:4010 messaging-emulator

ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /toolkit
COPY . .
# true: packages/emulator/dist of the context is used, for pipelines that have built and tested it before.
ARG PREBUILT=false
RUN if [ "$PREBUILT" != true ]; then npm ci && npm run build; fi && test -f packages/emulator/dist/inspector/index.html

FROM ${NODE_IMAGE}
WORKDIR /emulator
# Everything that the package imports is compiled into it.
COPY --from=build /toolkit/packages/emulator/package.json /toolkit/packages/emulator/LICENSE /toolkit/packages/emulator/THIRD-PARTY.md ./
COPY --from=build /toolkit/packages/emulator/bin bin
COPY --from=build /toolkit/packages/emulator/dist dist
ENV NODE_ENV=production
# The user "node" of the official images. With a number, Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:4010/_emulator/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Options go after the name of the image, such as --allow-host emulator.
ENTRYPOINT ["node", "bin/messaging-emulator.js", "--host", "0.0.0.0"]
