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

/** What `publishConfig.exports` must say for those entries. */
export function publishedExports(manifest) {
  return Object.fromEntries(
    sourceEntries(manifest).map(({ key, name }) => [
      key,
      { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    ]),
  );
}
