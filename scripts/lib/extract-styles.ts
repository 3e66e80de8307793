import { build, transform } from 'esbuild';

// Replaces the few functions of styled-components that a source with static rules uses, and records the rules. The
// value of a token is written once, as a custom property with a short name, and not at each of its uses.
const collector = `
  const worths = [];
  const shortOf = (worth) => \`var(--crw\${worths.push(worth) - 1})\`;
  export const createTheme = (theme, { prefix }) => Object.fromEntries(Object.entries(theme).map(([name, leaf]) => [
    name,
    typeof leaf === 'string' ? shortOf(\`var(--\${prefix}-\${name},\${leaf.replaceAll(', ', ',')})\`) : createTheme(leaf, { prefix: \`\${prefix}-\${name}\` }),
  ]));
  export const styled = {
    div: (strings, ...values) => worths.reduce((rules, worth, index) => {
      const uses = rules.split(\`var(--crw\${index})\`);
      return uses.length > 2 ? \`--crw\${index}:\${worth};\${rules}\` : uses.join(worth);
    }, String.raw({ raw: strings }, ...values)),
  };`;

// Keyframes cannot be nested in a rule.
const keyframes = /@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})+\s*\}/g;

/**
 * The rules of the one styled component that a source file exports, as CSS for browsers with nesting. A source that
 * uses more of styled-components than `styled.div` with static rules and `createTheme` fails to build.
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
