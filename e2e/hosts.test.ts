import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { declareForm } from '../packages/screens/src/crm/forms/declared-form.ts';
import { choose, expectAccessible, signIn } from './browser.ts';
import { engine } from './engines/launch.ts';
import { element, type HostPage, hostPages, type PinnedEmbed, pageOf, script } from './hosts/host-pages.ts';
import { type FormRecord, type HostSite, openHostSite } from './hosts/host-site.ts';
import { buildReactApp } from './hosts/react-apps.ts';
import { administrator } from './setup.ts';

/** Playwright features that WebKit lacks here: intercepting requests, going offline, reading the clipboard. */
const byPlaywright = test.runIf(engine !== 'webkit');

let site: HostSite;
let embed: PinnedEmbed;

const addressOf = ({ name, insecure }: Pick<HostPage, 'name' | 'insecure'>, { key }: { key: string }) =>
  `${insecure ? site.origins.insecure : site.origins.own}/${name}?k=${key}`;

/** Creates the declarative HTML of the form with the function of the back office, on a page that shows the form. */
const drawForm = async (): Promise<string> => {
  const page = await site.browser.newPage();
  await page.goto(addressOf({ name: 'plain' }, embed));
  await page.getByLabel(/^Razón social/).waitFor();
  const drawn = await page.locator('client-registration').evaluate(declareForm);
  await page.close();
  return drawn;
};

beforeAll(async () => {
  site = await openHostSite();
  embed = site.embedOf(await site.makeForm('Páginas ajenas'));
  const { pages } = site;
  await Promise.all(
    hostPages.map(async (host) => {
      const made = host.app && (await buildReactApp(host.app, embed, site.folder));
      if (!made) return pages.set(host.name, pageOf(host, embed));
      pages.set(`${host.name}.js`, { html: made.js, headers: {}, type: 'text/javascript' });
      const body = `${made.html}<script src="/${host.name}.js"></script>${host.body?.(embed) ?? ''}`;
      return pages.set(host.name, pageOf({ ...host, body: () => body }, embed));
    }),
  );
  const drawn = await drawForm();
  const declared = pages.get('drawn-before-its-script');
  if (declared) declared.html = declared.html.replace('{{drawn}}', () => drawn);
});

afterAll(() => site?.close());

type Scope = Page | FrameLocator | ReturnType<Page['locator']>;

const fields = {
  legalName: /^Razón social/,
  taxId: /^Número de identificación fiscal/,
  firstName: /^Nombre\b(?! comercial)/,
  lastName: /^Apellido/,
  email: /^Correo electrónico/,
  phone: /^Teléfono/,
} as const;
const contact = { firstName: 'Ana', lastName: 'Núñez', email: 'ana@pagina.example', phone: '809 555 0100' };

const fill = async (scope: Scope, answers: Partial<Record<keyof typeof fields, string>>): Promise<void> => {
  for (const [name, answer] of Object.entries(answers))
    await scope.getByLabel(fields[name as keyof typeof fields]).fill(answer);
};
const answer = async (scope: Scope, legalName: string): Promise<void> => {
  await fill(scope, { legalName, taxId: '1-31-24679-6', ...contact });
  await scope.getByLabel(/^Acepto/).check();
};
const send = (scope: Scope) => scope.getByRole('button', { name: 'Enviar registro' }).click();
const folioOf = (scope: Scope) => scope.getByText(/^REG-\d{4}-\d{6}$/);

/** The most visible styles of each kind of element. */
const looksOf = (scope: Scope) =>
  Promise.all(
    [
      scope.getByLabel(fields.legalName),
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

byPlaywright(
  'a user creates a form with a live preview, pastes its code into a page, and sees the registrations from there',
  async (context) => {
    const { page } = await site.visit(context, `${site.product.address}/favicon.svg`, {
      alone: true,
      baseURL: site.product.address,
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signIn(page, administrator, '/crm/client-registrations');
    await page.getByRole('link', { name: 'Formularios' }).click();
    await page.getByRole('link', { name: 'Nuevo formulario' }).click();
    const preview = page.frameLocator('iframe[title="Formulario de muestra"]').locator('client-registration');
    const question = preview.getByText('Comentarios', { exact: true });
    await question.waitFor({ state: 'attached' });
    await page.locator('input[name="name"]').fill('Campaña de verano');
    const title = page.locator('input[name="title"]');
    const pick = async (label: string, option: string) => {
      await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
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

    // The preview shows every state of a visit, without requests to the server.
    await pick('Momento', 'Paso 2');
    await preview.getByText('Paso 2 de 3').waitFor();
    expect(await preview.getByLabel(fields.firstName).inputValue()).toBe('Ana');
    await preview.getByRole('button', { name: 'Atrás' }).click();
    await preview.getByText('Paso 1 de 3').waitFor();
    await pick('Momento', 'Con errores');
    await preview.getByRole('alert').getByText('Escriba la denominación o razón social.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    await pick('Momento', 'Al terminar');
    await preview.getByText('Recibimos su registro').waitFor();
    await page.locator('input[name="thanks_title"]').fill('¡Gracias!');
    await preview.getByRole('heading', { name: '¡Gracias!' }).waitFor();
    await pick('Idioma de la página', 'Inglés');
    await preview.getByText('Register another company').waitFor();
    await pick('Pantalla', 'Teléfono');
    await pick('Momento', 'Al abrir');
    expect(
      await preview
        .getByLabel(/^Country/)
        .evaluate(({ selectedOptions }: HTMLSelectElement) => selectedOptions[0]?.text),
    ).toBe('Dominican Republic');
    await pick('Momento', 'Apagado');
    await preview.getByText('Este formulario ya no está disponible.').waitFor();
    await pick('Momento', 'Al abrir');
    await page.getByLabel('Sitios que pueden mostrarlo').fill(`${site.origins.own}/verano`);
    await page.keyboard.press('Enter');
    await choose(page, 'País inicial', 'República Dominicana');
    await page.locator('input[name="notice_version"]').fill('2026-06');
    await page.locator('textarea[name="notice_text"]').fill('Usamos sus datos para responderle.');
    // Scrolls down so that the bar of buttons does not cover part of a list, which axe would report as too small a
    // target.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expectAccessible(page, 'form');
    await page.getByRole('button', { name: 'Crear formulario' }).click();
    await page.getByRole('heading', { level: 1, name: 'Campaña de verano' }).waitFor();
    await page.getByText(site.origins.own, { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Código' }).click();
    await page.getByRole('button', { name: 'Copiar código' }).click();
    await page.getByText('Código copiado').waitFor();
    await expectAccessible(page, 'code');
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toMatch(/key="pk_[0-9a-f]{20}" lang="es-MX" layout="steps">[\s\S]*integrity="sha384-/);
    await page.getByRole('tab', { name: 'Vista previa' }).click();
    await preview.getByText('Paso 1 de 3').waitFor();
    await expectAccessible(page, 'preview');
    expect(asked.filter((address) => address.includes('/api/public/'))).toEqual([]);

    const watched = `<style>body{margin:16px}h1{margin:0}</style><script>window.shifts = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += entry.value; }).observe({ type: 'layout-shift', buffered: true });</script>`;
    site.pages.set(
      'verano',
      pageOf({ head: () => watched, body: () => `${code}<p>Lo que sigue.</p>` }, embed),
    );
    for (const width of engine === 'chromium' ? [320, 390, 768, 1024] : []) {
      const { page: sized } = await site.visit(context, `${site.origins.own}/verano`, {
        alone: true,
        viewport: { width, height: 4_000 },
      });
      await sized.getByRole('heading', { name: 'Anúnciese en verano' }).waitFor();
      const next = sized.getByText('Lo que sigue.');
      const drawn = await next.evaluate((text) => text.getBoundingClientRect().top);
      await sized.evaluate(() => {
        const form = document.querySelector('client-registration');
        form?.replaceWith(Object.assign(document.createElement('div'), { id: 'reserved' }));
        for (const style of document.querySelectorAll('style'))
          style.textContent =
            style.textContent?.replaceAll('client-registration:not(:defined)', '#reserved') ?? '';
      });
      expect(await next.evaluate((text) => text.getBoundingClientRect().top), `${width}`).toBeCloseTo(
        drawn,
        1,
      );
      // A shift of a third of a pixel is not visible.
      expect(
        await sized.evaluate(() => (window as unknown as { shifts: number }).shifts),
        `${width}`,
      ).toBeLessThan(0.001);
    }
    const { page: foreign } = await site.visit(context, `${site.origins.own}/verano`);
    await foreign.getByRole('heading', { name: 'Anúnciese en verano' }).waitFor();
    await foreign.getByLabel(/^Denominación o razón social/).fill('Playa Bávaro, S.R.L.');
    await fill(foreign, { taxId: '1-31-24679-6' });
    await foreign.getByRole('button', { name: 'Continuar' }).click();
    await fill(foreign, contact);
    await foreign.getByRole('button', { name: 'Continuar' }).click();
    await foreign.getByLabel(/^Acepto/).check();
    await send(foreign);
    await folioOf(foreign).waitFor();

    await page.getByRole('tab', { name: 'Resultados' }).click();
    await page.getByRole('region', { name: 'De la visita al cliente' }).waitFor();
    // The row has views, starts, submissions and clients. Views and starts are counted with a delay of some seconds.
    await page.getByRole('row', { name: new RegExp(`^${site.origins.own} \\d+ \\d+ 1 0 `) }).waitFor();
    await expectAccessible(page, 'results');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar', exact: true }).click();
    const lines = await readFile(await (await file).path(), 'utf8');
    expect(lines).toMatch(new RegExp(`^.?Día,Sitio,.*\\r?\\n\\d{4}-\\d\\d-\\d\\d,${site.origins.own},`));
  },
);

describe('the form on foreign pages', () => {
  const looks = new Map<string, readonly string[]>();

  test.concurrent.for(hostPages.map((host) => [host.name, host] as const))(
    '%s',
    async ([, host], context) => {
      const { page, faults } = await site.visit(context, addressOf(host, embed), { alone: host.alone });
      await host.prepare?.(page);
      const scope = host.within?.(page) ?? page;
      await fill(scope, { legalName: `Página ${host.name}, S.R.L.`, taxId: '1-31-24679-6' });
      if (host.answered) await host.answered(page);
      else await fill(scope, contact);
      await scope.getByLabel(/^Acepto/).check();
      // The React component shares the styles of its page; the custom element does not.
      const isOwnTree = host.app !== undefined && host.app.shows !== 'element';
      if (!isOwnTree) looks.set(host.name, await looksOf(scope));
      const press = () => send(scope);
      await (host.send ? host.send(page, press) : press());
      await folioOf(scope).waitFor();
      await host.after?.(page);
      context.expect(faults).toEqual([]);
      if (isOwnTree) return;
      const [head] = site.pages.get(host.name)?.html.split('</head>') ?? [];
      context
        .expect(await page.evaluate(() => document.querySelectorAll('head style:not(:empty)').length))
        .toBe(head?.match(/<style/g)?.length ?? 0);
    },
  );

  test('looks the same on all of them', () => {
    const { plain, ...others } = Object.fromEntries(looks);
    expect(looks.size).toBe(hostPages.filter(({ app }) => !app || app.shows === 'element').length);
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, plain])));
  });

  test('registers once on each of them, and the results count by origin of the page', async () => {
    const list = await site.call<{ legal_name: string }[]>('GET', '/client-registrations?limit=100');
    const names = list.map(({ legal_name }) => legal_name).filter((name) => name.startsWith('Página '));
    expect(names.sort()).toEqual(hostPages.map(({ name }) => `Página ${name}, S.R.L.`).sort());
    const [form] = await site.call<FormRecord[]>('GET', '/public-forms?q=ajenas');
    const { totals, origins } = await site.call<{
      totals: { submits: number };
      origins: { origin: string; submits: number }[];
    }>('GET', `/public-forms/${form?.id}/results?days=7`);
    expect(totals.submits).toBe(hostPages.length);
    const framed = hostPages.some(({ name }) => name === 'in-a-frame');
    expect(Object.fromEntries(origins.map(({ origin, submits }) => [origin, submits]))).toEqual({
      [site.origins.own]: hostPages.length - (framed ? 2 : 1),
      [site.origins.insecure]: 1,
      ...(framed && { '': 1 }),
    });
  });

  test('a page sets answers for its visitors and receives events', async (context) => {
    site.pages.set(
      'told',
      pageOf(
        {
          head: () => `<script>
            for (const name of ['ready', 'view', 'start', 'change', 'submit', 'abandon'])
              document.addEventListener('crw:' + name, () => (sessionStorage.told = (sessionStorage.told ?? '') + ' ' + name));
          </script>`,
          body: (own) =>
            `<p style="height:2500px">Antes.</p>${element(own).replace('<client-registration', '$& value-country="MX" hidden-locality="Mérida"')}${script(own)}`,
        },
        embed,
      ),
    );
    const { page } = await site.visit(context, `${site.origins.own}/told`, { alone: true });
    const told = () => page.evaluate(() => sessionStorage.getItem('told'));
    await page.getByText('Ejemplo: GODE 561231 GR8').waitFor({ state: 'attached' });
    expect(await told()).toBe(' ready');
    await page.getByLabel(fields.legalName).scrollIntoViewIfNeeded();
    await expect.poll(told).toBe(' ready view');
    await page.getByLabel(fields.legalName).fill('X');
    expect(await page.getByLabel(/^País/).inputValue()).toBe('MX');
    await page.goto(`${site.origins.own}/plain`);
    expect(await told()).toBe(' ready view start change abandon');
  });

  test('a declaratively rendered form is visible without its script, and is small', async (context) => {
    const { html } = site.pages.get('drawn-before-its-script') ?? { html: '' };
    expect(
      brotliCompressSync(Buffer.from(/<template[\s\S]*<\/template>/.exec(html)?.[0] ?? '')).length,
    ).toBeLessThan(2_700);
    const { page } = await site.visit(context, `${site.origins.own}/drawn-before-its-script`, {
      alone: true,
      javaScriptEnabled: false,
    });
    await page.getByText('Razón social').first().waitFor();
    expect(await page.locator('client-registration').evaluate((form) => form.clientHeight)).toBeGreaterThan(
      900,
    );
  });

  test('a script that does not match its hash is not run, and the fallback link remains', async (context) => {
    site.pages.set(
      'changed',
      pageOf(
        {
          body: (own) =>
            `${element(own)}<script src="${own.product}${own.script.path}" integrity="sha384-${'A'.repeat(64)}" crossorigin="anonymous"></script>`,
        },
        embed,
      ),
    );
    const { page } = await site.visit(context, `${site.origins.own}/changed`);
    await page.getByRole('link', { name: 'Escríbanos' }).waitFor();
    expect(await page.evaluate(() => customElements.get('client-registration') === undefined)).toBe(true);
  });

  byPlaywright(
    'the code that validates and sends is loaded on first interaction, and only if it matches the pinned build',
    async (context) => {
      const { page } = await site.visit(context, `${site.origins.own}/pinned-by-hash`, { alone: true });
      const send = page.getByRole('button', { name: 'Enviar registro' });
      await send.waitFor();
      const fetched = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      expect((await fetched()).filter((name) => name.includes('engine.js'))).toEqual([]);
      await page.route(/engine\.js/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: 'window.changed = true; export const startEngine = () => ({});',
        }),
      );
      await send.click();
      await page.getByText('No pudimos comunicarnos con el servidor').waitFor();
      expect(await page.evaluate(() => 'changed' in window)).toBe(false);
      await page.unroute(/engine\.js/);
      await send.click();
      await page.getByText('datos por corregir').waitFor();
    },
  );

  byPlaywright(
    'in steps and in the language of the page it is filled in by keyboard, and axe finds no violations in any step',
    async (context) => {
      site.pages.set(
        'in-steps',
        pageOf(
          {
            body: (own) =>
              `<section lang="en">${element(own).replace('<client-registration', '$& layout="steps"')}</section>${script(own)}`,
          },
          embed,
        ),
      );
      const { page } = await site.visit(context, `${site.origins.own}/in-steps`, {
        viewport: { width: 390, height: 844 },
      });
      const at = async (name: string) => {
        await page.getByRole('heading', { name }).waitFor();
        await expectAccessible(page, name);
      };
      const focused = () =>
        page.evaluate(
          () => document.querySelector('client-registration')?.shadowRoot?.activeElement?.textContent,
        );
      await at('Step 1 of 3 Your company');
      // Two requests: the script and the form. Another language needs no further one.
      const fetched = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
      );
      expect(fetched.filter((origin) => origin === site.product.address)).toHaveLength(2);
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
      // The draft does not contain sensitive values, so the form returns to their step.
      await page.getByRole('alert').getByText('Enter the tax ID number.').waitFor();
      if (engine === 'chromium') {
        await page.emulateMedia({ media: 'print' });
        for (const name of ['Step 1 of 3 Your company', 'Step 3 of 3 Your advertising'])
          await page.getByRole('heading', { name }).waitFor();
        await page.emulateMedia({ media: 'screen' });
      }
      await page.getByLabel(/^Tax ID number/).fill('101581601');
      for (const name of ['Step 1', 'Step 2', 'Step 3']) {
        await page.getByRole('heading', { name: new RegExp(`^${name}`) }).waitFor();
        await page.locator('button[type=submit]').click();
        if (name === 'Step 1') await page.locator('button[type=submit]').click();
      }
      await page.getByText(/^REG-\d{4}-\d{6}$/).waitFor();
    },
  );

  // Only Chromium reports layout shifts, and whether an accessible name exists from the start.
  test.runIf(engine === 'chromium')(
    'it adds no global names, shifts no layout, requests no other origin and sets no cookie',
    async (context) => {
      site.pages.set(
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
      const opened = await site.visit(context, 'about:blank', { alone: true });
      const asked = new Set<string>();
      opened.page.on('request', (request) => asked.add(new URL(request.url()).origin));
      await opened.page.goto(`${site.origins.own}/quiet`);
      await opened.page.getByLabel(fields.legalName).fill('x');
      await opened.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const seen = await opened.page.evaluate(() => {
        const own = window as unknown as { before: number; shifts: number };
        return { names: Object.getOwnPropertyNames(window).length - own.before, shifts: own.shifts };
      });
      expect(seen.names).toBeLessThanOrEqual(1);
      expect(seen.shifts).toBe(0);
      expect([...asked].sort()).toEqual([site.origins.own, site.product.address].sort());
      expect(await opened.context.cookies()).toEqual([]);
    },
  );
});

/** Expects no violations from axe in the current state of the form: in light, dark and forced colours. */
const expectAccessibleInAllColors = async (page: Page, name: string): Promise<void> => {
  if (engine !== 'chromium') return;
  for (const media of [
    { colorScheme: 'light', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'none' },
    { colorScheme: 'light', forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media);
    await expectAccessible(page, `${name}: ${Object.values(media)}`);
  }
};

/** Opens a page that follows the colour scheme of its visitor, with a separate form. */
const visitColorful = async (context: TestContext, name: string) => {
  const form = await site.makeForm(name);
  const address = `colores-${form.key}`;
  site.pages.set(
    address,
    pageOf({ head: () => '<meta name="color-scheme" content="light dark">' }, site.embedOf(form)),
  );
  const visited = await site.visit(context, `${site.origins.own}/${address}`, { alone: true });
  return { form, ...visited };
};

describe('the states of the form', () => {
  byPlaywright.concurrent(
    'axe finds no violations: initially, with errors, offline, while sending, and when done',
    async (context) => {
      const { page, context: visitor } = await visitColorful(context, 'Estados');
      await page.getByLabel(fields.legalName).waitFor();
      await expectAccessibleInAllColors(page, 'fresh');
      await send(page);
      await page.getByText(/^Hay \d+ datos por corregir$/).waitFor();
      await expectAccessibleInAllColors(page, 'errors');
      await answer(page, 'Colores, S.R.L.');
      await visitor.setOffline(true);
      await send(page);
      await page.getByText('No hay conexión a internet').waitFor();
      await expectAccessibleInAllColors(page, 'offline');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await visitor.route('**/registrations', async (route) => {
        await held;
        await route.continue();
      });
      await visitor.setOffline(false);
      await page.getByText('No hay conexión a internet').waitFor({ state: 'detached' });
      await page.getByText('Enviando…').waitFor();
      await expectAccessibleInAllColors(page, 'sending');
      release();
      await folioOf(page).waitFor();
      await expectAccessibleInAllColors(page, 'done');
    },
  );

  test.concurrent('without a connection at first, it reports that and loads automatically later', async (context) => {
    const { page, context: visitor } = await visitColorful(context, 'Sin conexión');
    await page.getByLabel(fields.legalName).waitFor();
    await visitor.setOffline(true);
    await page.evaluate(() => {
      const [first] = document.getElementsByTagName('client-registration');
      const later = first?.cloneNode() as HTMLElement;
      // Another language, so that the browser has no cached response for it.
      later.lang = 'en';
      first?.replaceWith(later);
    });
    await page.getByRole('alert').getByText('Revise su conexión').waitFor({ timeout: 5_000 });
    await expectAccessibleInAllColors(page, 'offline at first');
    await visitor.setOffline(false);
    await page.getByLabel(/^Legal name/).waitFor();
  });

  test.concurrent('after too many registrations it reports that with an alternative, and keeps the answers', async (context) => {
    const { form, page } = await visitColorful(context, 'Límite');
    const { key } = form;
    await answer(page, 'Demasiados, S.R.L.');
    const statuses = new Set<number>();
    while (!statuses.has(429)) {
      const { status } = await fetch(`${site.product.address}/api/public/forms/${key}/registrations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ altcha: 'x' }),
      });
      // A server under load asks to try again.
      context.expect([422, 429, 503]).toContain(status);
      statuses.add(status);
    }
    await send(page);
    const alert = page.getByRole('alert');
    await alert.getByText(/^Se recibieron muchos registros desde su red\..* en \d+ minutos?\.$/).waitFor();
    await page.getByRole('link', { name: 'Escríbanos' }).waitFor();
    context.expect(await page.getByLabel(fields.legalName).inputValue()).toBe('Demasiados, S.R.L.');
    await expectAccessibleInAllColors(page, 'failed');
  });

  const refusals = [
    {
      name: 'its page is taken off the list',
      change: ({ id, row_version }: FormRecord) =>
        site.call<FormRecord>(
          'PATCH',
          `/public-forms/${id}`,
          { allowed_origins: ['https://otra.example'] },
          row_version,
        ),
      undo: ({ id, row_version }: FormRecord) =>
        site.call<FormRecord>(
          'PATCH',
          `/public-forms/${id}`,
          { allowed_origins: [site.origins.own] },
          row_version,
        ),
      status: 403,
      says: /^Esta página no tiene permiso para usar el formulario\./,
      instead: 'Esta página no tiene permiso para usar el formulario.',
    },
    {
      name: 'it is switched off',
      change: ({ id, row_version }: FormRecord) =>
        site.call<FormRecord>('POST', `/public-forms/${id}/switch_off`, {}, row_version),
      undo: ({ id, row_version }: FormRecord) =>
        site.call<FormRecord>('POST', `/public-forms/${id}/switch_on`, {}, row_version),
      status: 404,
      says: /^Este formulario ya no está disponible\.$/,
      instead: 'Este formulario ya no está disponible.',
    },
  ] as const;
  test.concurrent.for(refusals)(
    '$name while the user types: it reports that with an alternative, and can be sent once allowed again',
    async ({ name, change, undo, status, says, instead }, context) => {
      const form = await site.makeForm(name);
      const { key } = form;
      /** Waits until the server answers with this status, because it caches a form for some seconds. */
      const answers = (expected: number) =>
        context.expect
          .poll(async () => {
            const headers = { origin: site.origins.own };
            return (await fetch(`${site.product.address}/api/public/forms/${key}`, { headers })).status;
          })
          .toBe(expected);
      const own = `propia-${key}`;
      site.pages.set(own, pageOf({}, site.embedOf(form)));
      const { page } = await site.visit(context, `${site.origins.own}/${own}`, { alone: true });
      await answer(page, 'Retirada, S.R.L.');
      const changed = await change(form);
      await answers(status);
      await send(page);
      await page.getByRole('alert').getByText(says).waitFor();
      await page.getByRole('link', { name: 'Escríbanos' }).waitFor();
      context.expect(await page.getByLabel(fields.legalName).inputValue()).toBe('Retirada, S.R.L.');
      context.expect(await page.getByLabel(fields.taxId).inputValue()).toBe('1-31-24679-6');

      const { page: late } = await site.visit(context, `${site.origins.own}/${own}`, { alone: true });
      await late.getByText(instead).waitFor();
      await late.getByRole('link', { name: 'Escríbanos' }).waitFor();
      context
        .expect((await fetch(`${site.product.address}/widget/frame/${key}`)).status)
        .toBe(status === 404 ? 404 : 200);

      await undo(changed);
      await answers(200);
      await send(page);
      await folioOf(page).waitFor();
    },
  );
});
