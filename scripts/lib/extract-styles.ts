import { build, transform } from 'esbuild';

// The little of styled-components that a source of plain rules uses, telling instead of styling.
const collector = `
  export const styled = { div: (strings, ...values) => String.raw({ raw: strings }, ...values) };
  export const createTheme = (theme, { prefix }) => Object.fromEntries(Object.entries(theme).map(([name, leaf]) => [
    name,
    typeof leaf === 'string' ? \`var(--\${prefix}-\${name}, \${leaf})\` : createTheme(leaf, { prefix: \`\${prefix}-\${name}\` }),
  ]));`;

// They cannot be nested in a rule.
const keyframes = /@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})+\s*\}/g;

/**
 * The rules of the one styled component that a source file exports, as CSS for the browsers that nest rules themselves.
 * A source that wants more of styled-components than `styled.div` with fixed rules and `createTheme` does not build.
 *
 * @param file source file
 * @param name of the export
 * @param className the component's class
 */
export async function extractStyles(file: string, name: string, className: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from ${JSON.stringify(file)}`, resolveDir: '/' },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [
      {
        name: 'collector',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^styled-components$/ }, ({ path }) => ({ path, namespace: 'collector' }));
          onLoad({ filter: /^/, namespace: 'collector' }, () => ({ contents: collector }));
        },
      },
    ],
    logLevel: 'error',
  });
  const module = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  const rules: string = module[name];
  const { code } = await transform(
    `.${className}{${rules.replace(keyframes, '')}}${rules.match(keyframes)?.join('') ?? ''}`,
    { loader: 'css', minify: true, target: ['chrome123', 'firefox120', 'safari17.5'], charset: 'utf8' },
  );
  return code.trim();
}
