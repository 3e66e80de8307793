import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareForm } from '../packages/screens/src/crm/declared-form.ts';
import { choose, expectAccessible, launchBrowser, signIn } from './browser.ts';
import {
  type Embed,
  element,
  type HostPage,
  hostPages,
  type PinnedEmbed,
  pageOf,
  script,
} from './hosts/host-pages.ts';
import { administrator, startProduct } from './setup.ts';

const widget = join(import.meta.dirname, '../packages/client-registration-widget');
const folder = mkdtempSync(join(tmpdir(), 'pauta-hosts-'));
const strange = 'insegura.example';

let product: Awaited<ReturnType<typeof startProduct>>;
let browser: Browser;
let site: Server;
let port: number;
let embed: PinnedEmbed;
let call: (path: string, body?: object, version?: number) => Promise<Record<string, unknown>>;
const pages = new Map<string, { html: string; headers: Record<string, string>; type?: string }>();

/** A React page rendered on its server, with the package as its users have it, and the script that wakes it up. */
const renderOnServer = async ({
  product: apiBase,
  key: formKey,
}: Embed): Promise<{ html: string; js: string }> => {
  const { form: definition } = await (await fetch(`${apiBase}/api/public/forms/${formKey}`)).json();
  const props = JSON.stringify({ apiBase, formKey, definition });
  const bundle = (contents: string, platform: 'node' | 'browser') =>
    build({
      stdin: { contents, resolveDir: join(widget, 'src'), loader: 'tsx' },
      bundle: true,
      write: false,
      platform,
      format: platform === 'node' ? 'cjs' : 'iife',
      jsx: 'automatic',
      minify: platform === 'browser',
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
    });
  const common = `import { ClientRegistration } from './index.ts'; const props = ${props};`;
  const [server, client] = await Promise.all([
    bundle(
      `import { renderToString } from 'react-dom/server'; import { ServerStyleSheet } from 'styled-components'; ${common}
      const sheet = new ServerStyleSheet();
      const html = renderToString(sheet.collectStyles(<ClientRegistration {...props} />));
      module.exports = sheet.getStyleTags() + '<div id="root">' + html + '</div>';`,
      'node',
    ),
    bundle(
      `import { hydrateRoot } from 'react-dom/client'; ${common}
      hydrateRoot(document.getElementById('root'), <ClientRegistration {...props} />);`,
      'browser',
    ),
  ]);
  const file = join(folder, 'rendered.cjs');
  const { writeFile } = await import('node:fs/promises');
  await writeFile(file, server.outputFiles[0]?.text ?? '');
  const { default: html } = await import(pathToFileURL(file).href);
  return { html: `${html}<script defer src="/rendered.js"></script>`, js: client.outputFiles[0]?.text ?? '' };
};

/** The form as HTML, by what the back office makes it with, on a page that shows it. */
const drawForm = async (): Promise<string> => {
  const { page, end } = await visit(`http://127.0.0.1:${port}/plain?k=${embed.key}`);
  await page.getByLabel(/^Razón social/).waitFor();
  const drawn = await page.locator('client-registration').evaluate(declareForm);
  await end();
  return drawn;
};

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({
      PAUTA_DATA_DIR: join(folder, 'data'),
      PAUTA_DEMO: '0',
      // All visitors come from this machine.
      PAUTA_RATE_LIMIT_ANONYMOUS: '0',
      PAUTA_ADMIN_EMAIL: administrator.email,
      PAUTA_ADMIN_PASSWORD: administrator.password,
    }),
    // A name that is not the machine's own is no secure context.
    launchBrowser([`--host-resolver-rules=MAP ${strange} 127.0.0.1`]),
  ]);
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const found = pages.get(pathname.slice(1));
    response.writeHead(found ? 200 : 404, {
      'content-type': found?.type ?? 'text/html; charset=utf-8',
      ...found?.headers,
    });
    response.end(found?.html);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  port = (site.address() as { port: number }).port;

  const login = await fetch(`${product.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const { token } = await login.json();
  call = async (path, body, version) => {
    const answer = await fetch(`${product.address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text).data;
  };
  const [own] = (await call('/public-forms')) as unknown as { default_country_id: { id: string } }[];
  const form = await call('/public-forms', {
    name: 'Páginas ajenas',
    title: 'Registro de clientes',
    allowed_origins: [`http://127.0.0.1:${port}/`, `http://${strange}:${port}`],
    default_country_id: own?.default_country_id.id,
    notice_version: '1',
    notice_text: 'Usamos sus datos para responderle.',
  });
  const { files } = (await call('/public-forms/script')) as unknown as {
    files: [PinnedEmbed['script'], PinnedEmbed['loader']];
  };
  embed = { product: product.address, key: String(form.key), script: files[0], loader: files[1] };
  const rendered = await renderOnServer(embed);
  for (const host of hostPages) pages.set(host.name, pageOf(host, embed));
  const onServer = pages.get('rendered-on-a-server');
  if (onServer)
    pages.set('rendered-on-a-server', {
      ...onServer,
      html: onServer.html.replace('{{rendered}}', () => rendered.html),
    });
  const drawn = await drawForm();
  const declared = pages.get('drawn-before-its-script');
  if (declared) declared.html = declared.html.replace('{{drawn}}', () => drawn);
  pages.set('rendered.js', { html: rendered.js, headers: {}, type: 'text/javascript' });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Scope = Page | FrameLocator | ReturnType<Page['locator']>;

/** What the eye tells first, of each kind of part. */
const looksOf = (scope: Scope) =>
  Promise.all(
    [
      scope.getByLabel(/^Razón social/),
      scope.getByText('Razón social', { exact: false }).first(),
      scope.getByRole('button', { name: 'Enviar registro' }),
      scope.getByRole('heading', { name: 'Su empresa' }),
    ].map((part) =>
      part.evaluate((node) => {
        const style = getComputedStyle(node);
        return [
          'color',
          'fontSize',
          'fontFamily',
          'letterSpacing',
          'textTransform',
          'borderRadius',
          'backgroundColor',
          'padding',
          'display',
        ]
          .map((name) => style[name as keyof CSSStyleDeclaration])
          .join(' ');
      }),
    ),
  );

let plain: Promise<readonly string[]> | undefined;

const addressOf = (host: HostPage): string =>
  `http://${host.insecure ? strange : '127.0.0.1'}:${port}/${host.name}?k=${embed.key}`;

async function visit(address: string): Promise<{ page: Page; faults: string[]; end: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'es-DO' });
  const opened = await context.newPage();
  opened.setDefaultTimeout(60_000);
  const faults: string[] = [];
  opened.on('pageerror', (error) => faults.push(error.message));
  opened.on('console', (message) => {
    if (message.type() === 'error' && /hydrat|Warning|violates/i.test(message.text()))
      faults.push(message.text());
  });
  await opened.goto(address);
  return { page: opened, faults, end: () => context.close() };
}

test('marketing makes a form, sees it while typing, and gets its code and results', async () => {
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1440, height: 900 },
    locale: 'es-DO',
  });
  const page = await context.newPage();
  await signIn(page, administrator);
  await page.goto('/crm/client-registrations');
  await page.getByRole('link', { name: 'Formularios' }).click();
  await page.getByRole('link', { name: 'Nuevo formulario' }).click();
  const preview = page.locator('client-registration');
  const question = preview.getByText('Comentarios', { exact: true });
  await question.waitFor({ state: 'attached' });
  await page.locator('input[name="name"]').fill('Campaña de verano');
  const title = page.locator('input[name="title"]');
  const pick = async (label: string, option: string) => {
    await page.getByRole('button', { name: new RegExp(label) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('Idioma', 'Inglés');
  await preview.getByText('Your company', { exact: true }).waitFor({ state: 'attached' });
  await expect.poll(() => title.inputValue()).toBe('Client registration');
  await page.getByText('Si lo deja vacío: «Send»').waitFor();
  await pick('Idioma', 'Español de México');
  await preview.getByText('Persona moral').waitFor({ state: 'attached' });
  await pick('Presentación', 'Por pasos');
  await preview.getByText('Paso 1 de 3').waitFor();
  await title.fill('Anúnciese en verano');
  await preview.getByText('Anúnciese en verano').waitFor({ state: 'attached' });
  await page.getByRole('checkbox', { name: 'Comentarios' }).uncheck();
  await question.waitFor({ state: 'detached' });
  await page.getByLabel('Sitios que pueden mostrarlo').fill('https://verano.example/anuncie');
  await page.keyboard.press('Enter');
  await choose(page, 'País inicial', 'República Dominicana');
  await page.locator('input[name="notice_version"]').fill('2026-06');
  await page.locator('textarea[name="notice_text"]').fill('Usamos sus datos para responderle.');
  // The bar of buttons must not stand over the end of a list, which axe would call too small.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page, 'form');
  await page.getByRole('button', { name: 'Crear formulario' }).click();
  await page.getByRole('heading', { level: 1, name: 'Campaña de verano' }).waitFor();
  await page.getByText('https://verano.example', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: 'Código' }).click();
  const code = page.getByRole('textbox', { name: 'Código' });
  await expect
    .poll(() => code.inputValue().catch(() => ''))
    .toMatch(/key="pk_[0-9a-f]{20}" lang="es-MX" layout="steps">[\s\S]*integrity="sha384-/);
  await expectAccessible(page, 'code');
  for (const [tab, text] of [
    ['Vista previa', 'Formulario de muestra'],
    ['Resultados', 'De la visita al cliente'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('region', { name: text }).waitFor();
    await expectAccessible(page, tab);
  }
  await context.close();
});

describe('the form on pages of others', () => {
  test.concurrent.for(hostPages.map((host) => [host.name, host] as const))(
    '%s',
    async ([, host], { expect }) => {
      const { page, faults, end } = await visit(addressOf(host));
      const cdp = await page.context().newCDPSession(page);
      await host.prepare?.(page, cdp);
      const scope = host.within?.(page) ?? page;
      const field = (label: RegExp) => scope.getByLabel(label);
      await field(/^Razón social/).fill(`Página ${host.name}, S.R.L.`);
      await field(/^Número de identificación fiscal/).fill('1-31-24679-6');
      if (host.answered) await host.answered(page, cdp);
      else {
        await field(/^Nombre\b(?! comercial)/).fill('Ana');
        await field(/^Apellido/).fill('Núñez');
        await field(/^Correo electrónico/).fill('ana@pagina.example');
        await field(/^Teléfono/).fill('809 555 0100');
      }
      await field(/^Acepto/).check();
      if (host.name === 'plain') plain = looksOf(scope);
      else if (!host.isReact && plain) expect(await looksOf(scope)).toEqual(await plain);
      const press = () => scope.getByRole('button', { name: 'Enviar registro' }).click();
      await (host.send ? host.send(page, press) : press());
      const folio = scope.getByText(/^REG-\d{4}-\d{6}$/);
      await folio.waitFor();
      await host.after?.(page);
      expect(faults).toEqual([]);
      if (!host.isReact) {
        expect(await page.evaluate(() => document.querySelectorAll('head style:not(:empty)').length)).toBe(
          (
            pages
              .get(host.name)
              ?.html.split('</head>')[0]
              ?.match(/<style/g) ?? []
          ).length,
        );
      }
      await end();
    },
  );

  test('registers each of them once, and they are counted by the origin of the page', async () => {
    const list = (await call('/client-registrations?limit=100')) as unknown as { legal_name: string }[];
    expect(list.map(({ legal_name }) => legal_name).sort()).toEqual(
      hostPages.map(({ name }) => `Página ${name}, S.R.L.`).sort(),
    );
    const forms = (await call('/public-forms?q=ajenas')) as unknown as { id: string }[];
    const { totals, origins } = (await call(`/public-forms/${forms[0]?.id}/results?days=7`)) as unknown as {
      totals: { submits: number };
      origins: { origin: string; submits: number }[];
    };
    expect(totals.submits).toBe(hostPages.length);
    expect(Object.fromEntries(origins.map(({ origin, submits }) => [origin, submits]))).toEqual({
      [`http://127.0.0.1:${port}`]: hostPages.length - 2,
      [`http://${strange}:${port}`]: 1,
      '': 1,
    });
  });

  test('a form drawn before its script is seen without it, weighs little, and stays while it wakes up', async () => {
    const { html } = pages.get('drawn-before-its-script') ?? { html: '' };
    expect(
      brotliCompressSync(Buffer.from(/<template[\s\S]*<\/template>/.exec(html)?.[0] ?? '')).length,
    ).toBeLessThan(5_000);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/drawn-before-its-script`);
    await page.getByText('Razón social').first().waitFor();
    expect(await page.locator('client-registration').evaluate((form) => form.clientHeight)).toBeGreaterThan(
      900,
    );
    await context.close();
  });

  test('a script that was changed on its way is not run, and the way around it stays', async () => {
    pages.set(
      'changed',
      pageOf(
        {
          body: (own) =>
            `${element(own)}<script src="${own.product}${own.script.path}" integrity="sha384-${'A'.repeat(64)}" crossorigin="anonymous"></script>`,
        },
        embed,
      ),
    );
    const { page: opened, end } = await visit(`http://127.0.0.1:${port}/changed`);
    await opened.getByRole('link', { name: 'Escríbanos' }).waitFor();
    expect(await opened.evaluate(() => customElements.get('client-registration') === undefined)).toBe(true);
    await end();
  });

  test('in steps and in the language of the page it is filled in from the keyboard, each step without a fault for axe', async () => {
    pages.set(
      'in-steps',
      pageOf(
        {
          body: (own) =>
            `<section lang="en">${element(own).replace('<client-registration', '$& layout="steps"')}</section>${script(own)}`,
        },
        embed,
      ),
    );
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`http://127.0.0.1:${port}/in-steps`);
    const at = async (name: string) => {
      await page.getByRole('heading', { name }).waitFor();
      await expectAccessible(page, name);
    };
    const focused = () =>
      page.evaluate(
        () => document.querySelector('client-registration')?.shadowRoot?.activeElement?.textContent,
      );
    await at('Step 1 of 3 Your company');
    // The page itself, the script, the form: a language is no further request.
    expect(asked.filter((path) => path !== '/favicon.ico')).toHaveLength(3);
    await page.getByLabel(/^Legal name/).fill('Página por pasos, S.R.L.');
    await page.getByLabel(/^Tax ID number/).fill('101581601');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('1 field to correct').waitFor();
    await expectAccessible(page, 'doubt');
    await page.getByLabel(/^Tax ID number/).press('Enter');
    await at('Step 2 of 3 Contact');
    expect(await focused()).toBe('Step 2 of 3 Contact');
    await page.getByLabel(/^First name/).fill('Ana');
    await page.getByLabel(/^Last name/).fill('Núñez');
    await page.getByLabel(/^Email/).fill('ana@pagina.example');
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await at('Step 1 of 3 Your company');
    await page.getByLabel(/^Legal name/).press('Enter');
    await page.getByLabel(/^Phone/).fill('809 555 0100');
    await page.reload();
    await at('Step 2 of 3 Contact');
    expect(await page.getByLabel(/^First name/).inputValue()).toBe('Ana');
    await page.getByLabel(/^Phone/).press('Enter');
    await at('Step 3 of 3 Your advertising');
    await page.getByLabel(/^I accept/).check();
    await page.keyboard.press('Enter');
    // What a draft never holds leads back to where it is asked.
    await page.getByRole('alert').getByText('Enter the tax ID number.').waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const name of ['Step 1 of 3 Your company', 'Step 3 of 3 Your advertising'])
      await page.getByRole('heading', { name }).waitFor();
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel(/^Tax ID number/).fill('101581601');
    for (const name of ['Step 1', 'Step 2', 'Step 3']) {
      await page.getByRole('heading', { name: new RegExp(`^${name}`) }).waitFor();
      await page.locator('button[type=submit]').click();
      if (name === 'Step 1') await page.locator('button[type=submit]').click();
    }
    await page.getByText(/^REG-\d{4}-\d{6}$/).waitFor();
    await context.close();
  });

  test('it leaves no name behind, moves nothing, asks nobody else and keeps no cookie', async () => {
    pages.set(
      'quiet',
      pageOf(
        {
          head: () =>
            '<style>client-registration:not(:defined){display:block;min-height:1750px}</style><script>window.before = Object.getOwnPropertyNames(window).length + 1; window.shifts = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts += entry.value; }).observe({ type: "layout-shift", buffered: true });</script>',
          body: (own) => `${element(own)}<p>Lo que sigue.</p>${script(own)}`,
        },
        embed,
      ),
    );
    const asked = new Set<string>();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const opened = await context.newPage();
    opened.on('request', (request) => asked.add(new URL(request.url()).origin));
    await opened.goto(`http://127.0.0.1:${port}/quiet`);
    await opened.getByLabel(/^Razón social/).fill('x');
    await opened.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const seen = await opened.evaluate(() => {
      const own = window as unknown as { before: number; shifts: number };
      return { names: Object.getOwnPropertyNames(window).length - own.before, shifts: own.shifts };
    });
    expect(seen.names).toBeLessThanOrEqual(1);
    expect(seen.shifts).toBe(0);
    expect([...asked].sort()).toEqual([`http://127.0.0.1:${port}`, product.address].sort());
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test('a page that the form does not allow shows words; a switched-off form is gone everywhere', async () => {
    const refused = await visit(`http://otro.localhost:${port}/plain`);
    await refused.page.getByText('No pudimos mostrar el formulario').waitFor();
    await refused.end();
    const [form] = (await call('/public-forms?q=ajenas')) as unknown as { id: string; row_version: number }[];
    await call(`/public-forms/${form?.id}/switch_off`, {}, form?.row_version);
    await expect
      .poll(async () => (await fetch(`${product.address}/api/public/forms/${embed.key}`)).status)
      .toBe(404);
    expect((await fetch(`${product.address}/widget/frame/${embed.key}`)).status).toBe(404);
  });
});
