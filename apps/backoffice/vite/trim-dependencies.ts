import type { Plugin } from 'vite';

/** Leaves out of the first script parts of dependencies that it does not use. */
export function trimDependencies(): Plugin {
  return {
    name: 'pauta-trim-dependencies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      // The main entry of SWR defines its configuration and `useSWR` in one module; only later scripts use the hook.
      if (source !== 'swr' || !importer?.endsWith('/pauta-provider.tsx')) return null;
      return this.resolve('swr/_internal', importer, { ...options, skipSelf: true });
    },
    transform(_code, id) {
      // styled-components uses it only with `enableVendorPrefixes`.
      return id.endsWith('/stylis/src/Prefixer.js')
        ? { code: 'export const prefix = (value) => value;', map: null }
        : null;
    },
  };
}
