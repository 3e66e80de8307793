import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { reactModules } from '../../scripts/lib/react-modules.ts';
import type { Embed } from './host-pages.ts';

/** A page made with React and the package as published on npm. */
export interface ReactApp {
  readonly react: keyof typeof reactModules;
  /** The component, the component with the form in the same script (`eager`), or the custom element. */
  readonly shows: 'component' | 'eager' | 'element';
  /** Rendered on the server and hydrated in the browser, as with Next.js. */
  readonly isRendered?: true;
}

const root = join(import.meta.dirname, '../..');
const built = join(root, 'packages/client-registration-widget/dist');

const component = (entry: string) => `import { ClientRegistration } from '${built}/${entry}.js';
  const App = ({ props }) => <ClientRegistration {...props} />;`;

const content = {
  component: component('index'),
  eager: component('eager'),
  // Rendered several times, as usual in apps; the input must be kept.
  element: `import '${built}/define.js';
    import { useEffect, useState } from 'react';
    const App = ({ props: { formKey, apiBase } }) => {
      const [drawn, draw] = useState(0);
      useEffect(() => {
        if (drawn < 3) draw(drawn + 1);
      }, [drawn]);
      return <client-registration form-key={formKey} api-base={apiBase} class={'drawn-' + drawn} />;
    };`,
} as const;

/** Builds the HTML of the app and its script. */
export async function buildReactApp(
  { react, shows, isRendered }: ReactApp,
  { product, key }: Embed,
  folder: string,
): Promise<{ html: string; js: string }> {
  const { form: definition } = isRendered
    ? await (await fetch(`${product}/api/public/forms/${key}`)).json()
    : { form: undefined };
  const props = { apiBase: product, formKey: key, definition };
  const common = `import { StrictMode } from 'react'; ${content[shows]}
    const page = <StrictMode><App props={${JSON.stringify(props)}} /></StrictMode>;`;
  const bundle = async (contents: string, platform: 'node' | 'browser'): Promise<string> => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: root, loader: 'jsx' },
      alias: Object.fromEntries(
        ['react', 'react-dom', 'styled-components'].map((name) => [name, join(reactModules[react], name)]),
      ),
      bundle: true,
      write: false,
      platform,
      format: platform === 'node' ? 'cjs' : 'iife',
      jsx: 'automatic',
      // Only development builds of React print warnings.
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
    });
    return outputFiles[0]?.text ?? '';
  };
  if (!isRendered) {
    const js = await bundle(
      `import { createRoot } from 'react-dom/client'; ${common} createRoot(document.getElementById('root')).render(page);`,
      'browser',
    );
    return { html: '<div id="root"></div>', js };
  }
  const [server, js] = await Promise.all([
    bundle(
      `import { renderToString } from 'react-dom/server'; import { ServerStyleSheet } from 'styled-components'; ${common}
      const sheet = new ServerStyleSheet();
      const html = renderToString(sheet.collectStyles(page));
      module.exports = sheet.getStyleTags() + '<div id="root">' + html + '</div>';`,
      'node',
    ),
    bundle(
      `import { hydrateRoot } from 'react-dom/client'; ${common} hydrateRoot(document.getElementById('root'), page);`,
      'browser',
    ),
  ]);
  const file = join(folder, `rendered-by-${react}.cjs`);
  await writeFile(file, server);
  return { html: (await import(pathToFileURL(file).href)).default, js };
}
