const sourcePattern = /^\.\/src\/(.+)\.tsx?$/;

/**
 * The public entries of a published package: the keys of `exports` that point at a source file.
 *
 * @returns list of `{ key: './element', source: './src/element.ts', name: 'element' }`
 */
export function sourceEntries(manifest) {
  return Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
    const name = typeof target === 'string' ? target.match(sourcePattern)?.[1] : undefined;
    return name ? [{ key, source: target, name }] : [];
  });
}

/** The required `publishConfig.exports` for those entries. */
export function publishedExports(manifest) {
  return Object.fromEntries(
    sourceEntries(manifest).map(({ key, name }) => [
      key,
      { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    ]),
  );
}

/**
 * The manifest of the published package: entries that point at built files, without fields that only this workspace
 * needs.
 */
export function manifestForUsers({ scripts, devDependencies, publishConfig, ...manifest }) {
  const { exports, ...config } = publishConfig;
  return { ...manifest, exports, ...(Object.keys(config).length > 0 && { publishConfig: config }) };
}
