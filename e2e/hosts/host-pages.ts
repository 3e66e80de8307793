import type { FrameLocator, Page } from 'playwright-core';
import { type Engine, engine } from '../engines/launch.ts';
import type { ReactApp } from './react-apps.ts';

/** The values that a page is generated from. */
export interface Embed {
  /** Address of the product. */
  readonly product: string;
  readonly key: string;
}

/** An embed with the addresses of scripts that never change, and their hashes. */
export interface PinnedEmbed extends Embed {
  readonly script: { readonly path: string; readonly integrity: string };
  readonly loader: { readonly path: string; readonly integrity: string };
}

/** A page of a foreign site that embeds the form. */
export interface HostPage<E extends Embed = PinnedEmbed> {
  readonly name: string;
  readonly head?: (embed: E) => string;
  /** Content of the body; by default the element and the script. */
  readonly body?: (embed: E) => string;
  readonly headers?: (embed: E) => Record<string, string>;
  /** The page is not a secure context, so it has no `crypto.subtle` and no proof of work. */
  readonly insecure?: true;
  /** Runs before the form is filled in. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Scope of the form, if it is not the only one on the page. */
  readonly within?: (page: Page) => Page | FrameLocator | ReturnType<Page['locator']>;
  /** Runs after filling in the form, instead of pressing the button. */
  readonly send?: (page: Page, press: () => Promise<void>) => Promise<void>;
  readonly after?: (page: Page) => Promise<void>;
  /** The form is part of a React app. */
  readonly app?: ReactApp;
  /**
   * Needs its own browser context, because it changes the network or the processor speed, which would affect other
   * tabs.
   */
  readonly alone?: true;
  /** Fills in the contact by other means than typing. */
  readonly answered?: (page: Page) => Promise<void>;
  /** Browsers that support what the page needs; all by default. */
  readonly engines?: readonly Engine[];
}

export const element = ({ key }: Embed): string =>
  `<client-registration key="${key}"><a href="mailto:ventas@example.com">Escríbanos</a></client-registration>`;
export const script = ({ product }: Embed, attributes = 'async'): string =>
  `<script ${attributes} src="${product}/widget/client-registration.js"></script>`;
const usual = (embed: Embed): string => element(embed) + script(embed);

/** Creates the complete page with its headers. */
export const pageOf = <E extends Embed>(
  { head, body = usual, headers }: Pick<HostPage<E>, 'head' | 'body' | 'headers'>,
  embed: E,
) => ({
  html:
    '<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Una empresa cualquiera</title>' +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${head?.(embed) ?? ''}</head>` +
    `<body><main><h1>Anúnciese</h1>${body(embed)}</main></body></html>`,
  headers: headers?.(embed) ?? {},
});

const policy =
  (rest: string) =>
  ({ product }: Embed) => ({
    'content-security-policy': `default-src 'none'; connect-src ${product}; ${rest.replaceAll('{product}', product)}`,
  });

/** Styles like those of Bootstrap's reboot and forms. */
const bootstrap = `*,*::before,*::after{box-sizing:border-box}body{margin:0;font:400 1rem/1.5 "Segoe UI",Arial}
  h1,h2,h3{margin-top:0;margin-bottom:.5rem;font-weight:500;line-height:1.2}p{margin-top:0;margin-bottom:1rem}
  label{display:inline-block}button,input,select,textarea{margin:0;font-family:inherit;font-size:inherit;line-height:inherit}
  legend{float:left;width:100%;font-size:1.5rem}fieldset{min-width:0;padding:0;margin:0;border:0}[hidden]{display:none!important}
  ul{padding-left:2rem}a{color:#0d6efd}svg{vertical-align:middle}input{border-radius:0;background:#eee}`;

/** Styles like those of WordPress block themes. */
const wordpress = `:where(body){--wp--preset--spacing--30:1rem}body{font-family:"Cardo",serif;font-size:clamp(1rem,2vw,1.3rem);line-height:1.9}
  .entry-content>*{max-width:620px;margin-inline:auto!important}.entry-content h2{font-size:2.4em;text-transform:uppercase}
  .entry-content a{text-decoration:underline wavy}input,select,textarea,button{border:3px solid #111!important;border-radius:0!important;padding:1.2em!important;width:auto!important;text-transform:uppercase}
  button{background:#111!important;color:#ff0!important}label,legend{display:block!important;font-weight:900!important;letter-spacing:2px}`;

const resets = `*{all:unset!important}*{font:40px/3 cursive!important;color:red!important;text-transform:uppercase!important;letter-spacing:8px!important}
  head,script,style,title{display:none!important}html,body,main{display:block!important}
  input,select,textarea,button,label,div,form,fieldset,h2,h3{display:none!important;float:right!important}`;

/** Conflicts caused by other scripts: changed prototypes, a global React, AMD, a wrapped `fetch`. */
const conflictingScripts = `<script>
  const { bind } = Function.prototype;
  Function.prototype.bind = function (...some) { return bind.apply(this, some); };
  Object.assign(Array.prototype, { toJSON: () => 'hijacked' });
  Object.assign(Object.prototype, { extended: () => {} });
  const { fetch } = window;
  window.fetch = (...some) => fetch(...some);
  const amd = () => { throw new Error('AMD'); };
  amd.amd = {};
  Object.assign(window, { React: { version: '0.14.0' }, define: amd, process: { env: {} }, stolen: [] });
  document.addEventListener('keydown', (event) => { if (event.target.tagName !== 'INPUT') window.stolen.push(event.key); });
</script>`;

/** Like zone.js 0.8: replaces `Promise` by one without `finally`, which `fetch` returns too. */
const oldPromises = `<script>{
  const Native = Promise;
  const { fetch } = window;
  class Zone {
    #own;
    constructor(work) { this.#own = new Native(work); }
    then(...some) { return new Zone((done, fail) => this.#own.then(...some).then(done, fail)); }
    catch(refused) { return this.then(undefined, refused); }
    static resolve(value) { return new Zone((done) => done(value)); }
    static reject(reason) { return new Zone((_, fail) => fail(reason)); }
    static all(some) { return new Zone((done, fail) => Native.all(some).then(done, fail)); }
  }
  delete Native.prototype.finally;
  window.Promise = Zone;
  window.fetch = (...some) => Zone.resolve(fetch(...some));
}</script>`;

/**
 * Defines names of options, properties and answers on prototypes, so that code that reads an inherited property behaves
 * differently.
 */
const pollution = `<script>
  for (const name of ['method', 'mode', 'body', 'cache', 'redirect', 'referrerPolicy', 'integrity', 'once', 'passive',
    'root', 'threshold', 'slotAssignment', 'minimumFractionDigits', 'get', 'set', 'key', 'children', 'type',
    'hidden', 'labels', 'theme', 'layout', 'intro', 'thanks', 'submit_label', 'primary_color', 'error', 'warning', 'event',
    'vnode', 'unmount', 'definition', 'problem', 'errors', 'failure', 'value', 'max', 'country', 'comments', 'altcha'])
    Object.prototype[name] = 'polluted';
  Object.prototype.toJSON = () => 'polluted';
  Array.prototype.each = function () {};
</script>`;

/** Like Prototype.js 1.6 and MooTools 1.3, which overwrite methods that became part of JavaScript later. */
const oldLibraries = `<script>
  Array.from = (list) => (list ? [].slice.call(list) : []);
  Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
  Array.prototype.entries = function () { return this.slice(); };
  Array.prototype.toJSON = function () { return JSON.stringify(String(this)); };
  String.prototype.toJSON = function () { return '"' + this + '"'; };
  Function.prototype.bind = function (self) { const own = this; return function () { return own.apply(self, arguments); }; };
</script>`;

const legalName = (page: Page) => page.getByLabel(/^Razón social/);

const promises: readonly HostPage[] = [
  { name: 'plain' },
  { name: 'resets', head: () => `<style>html{font-size:62.5%}</style><style>${resets}</style>` },
  { name: 'bootstrap', head: () => `<style>${bootstrap}</style>` },
  {
    name: 'wordpress',
    head: () => `<style>${wordpress}</style>`,
    body: (embed) => `<div class="entry-content">${usual(embed)}</div>`,
  },
  { name: 'small-root-font', head: () => '<style>html{font-size:62.5%}</style>' },
  { name: 'large-root-font', head: () => '<style>html{font-size:200%}</style>' },
  {
    name: 'policy-by-nonce',
    headers: policy("script-src 'nonce-abc123'; style-src 'nonce-abc123'"),
    body: (embed) => element(embed) + script(embed, 'async nonce="abc123"'),
  },
  { name: 'no-styles-allowed', headers: policy("script-src {product}; style-src 'none'") },
  {
    name: 'trusted-types-none',
    headers: policy("script-src {product}; require-trusted-types-for 'script'; trusted-types 'none'"),
  },
  {
    name: 'loader-under-trusted-types',
    headers: policy(
      "script-src 'nonce-abc123' 'strict-dynamic'; require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    body: (embed) =>
      `${'<p>Mucho antes.</p>'.repeat(150)}${element(embed)}<script type="module" nonce="abc123" src="${embed.product}${embed.loader.path}" integrity="${embed.loader.integrity}" crossorigin="anonymous"></script>`,
    prepare: async (page) => {
      await page.waitForLoadState('networkidle');
      const isDefined = () => page.evaluate(() => customElements.get('client-registration') !== undefined);
      if (await isDefined()) throw new Error('the form was loaded far from the view');
      await page.locator('client-registration').scrollIntoViewIfNeeded();
      await page.waitForFunction(() => customElements.get('client-registration') !== undefined);
    },
  },
  {
    name: 'pinned-by-hash',
    body: (embed) =>
      `${element(embed)}<script async src="${embed.product}${embed.script.path}" integrity="${embed.script.integrity}" crossorigin="anonymous"></script>`,
  },
  {
    name: 'conflicting-scripts',
    head: () => conflictingScripts,
    after: async (page) => {
      const stolen = await page.evaluate(() => (window as unknown as { stolen: string[] }).stolen);
      if (stolen.length > 0) throw new Error(`keys reached the page: ${stolen}`);
    },
  },
  {
    name: 'old-promises-and-a-hash',
    head: () => oldPromises,
    body: (embed) =>
      `${element(embed)}<script async src="${embed.product}${embed.script.path}" integrity="${embed.script.integrity}" crossorigin="anonymous"></script>`,
  },
  { name: 'polluted-prototypes', head: () => pollution },
  { name: 'old-libraries', head: () => oldLibraries },
  {
    name: 'swallows-keys',
    head: () =>
      `<script>for (const type of ['keydown', 'keypress', 'keyup'])
        document.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);</script>`,
    prepare: async (page) => {
      await legalName(page).pressSequentially('/x');
      if ((await legalName(page).inputValue()) !== '/x') throw new Error('keys were swallowed');
    },
  },
  {
    name: 'right-to-left',
    head: () =>
      '<style>html{direction:rtl;unicode-bidi:bidi-override;-webkit-user-select:none;user-select:none}</style>',
    after: async (page) => {
      const direction = await page
        .locator('client-registration [role=status]')
        .evaluate((part) => [getComputedStyle(part).direction, getComputedStyle(part).textAlign]);
      if (direction.join() !== 'ltr,center') throw new Error(`thanks are ${direction}`);
    },
  },
  {
    name: 'moved-into-a-frame',
    // Scripts of a document other than that of the form are tested only in Chromium.
    engines: ['chromium'],
    body: (embed) => `<iframe style="width:100%;height:1800px;border:0"></iframe>${usual(embed)}`,
    prepare: async (page) => {
      await legalName(page).fill('Se conserva al mudarlo');
      await page.evaluate(() => {
        const [frame] = document.getElementsByTagName('iframe');
        const form = document.querySelector('client-registration');
        if (form) frame?.contentDocument?.body.append(form);
      });
      const moved = page.frameLocator('iframe').getByLabel(/^Razón social/);
      if ((await moved.inputValue()) !== 'Se conserva al mudarlo') throw new Error('lost what was typed');
    },
    within: (page) => page.frameLocator('iframe'),
  },
  {
    name: 'in-a-frame-that-sends-no-forms',
    engines: ['chromium', 'firefox'],
    body: (embed) =>
      `<iframe sandbox="allow-scripts allow-same-origin" src="/plain?k=${embed.key}" style="width:100%;height:1800px;border:0"></iframe>`,
    within: (page) => page.frameLocator('iframe'),
    send: (page) =>
      page
        .frameLocator('iframe')
        .getByLabel(/^Razón social/)
        .press('Enter'),
  },
  {
    name: 'inside-a-form',
    body: (embed) =>
      `<form onsubmit="window.submitted = true; return false"><input name="q">${usual(embed)}</form>`,
    send: async (page) => {
      await legalName(page).press('Enter');
    },
    after: async (page) => {
      if (await page.evaluate(() => 'submitted' in window)) throw new Error('the page sent its own form');
    },
  },
  {
    name: 'two-of-them',
    body: (embed) =>
      `<section>${element(embed)}</section><section id="second">${element(embed)}</section>${script(embed)}`,
    within: (page) => page.locator('#second'),
  },
  {
    name: 'two-copies-of-the-script',
    body: (embed) => `${usual(embed)}<script async src="${embed.product}${embed.script.path}"></script>`,
  },
  {
    name: 'moved-removed-and-back',
    prepare: async (page) => {
      await legalName(page).fill('Se conserva al moverlo');
      await page.evaluate(() => {
        const form = document.querySelector('client-registration') as HTMLElement;
        document.body.prepend(form);
      });
      if ((await legalName(page).inputValue()) !== 'Se conserva al moverlo')
        throw new Error('lost what was typed');
      await page.evaluate(async () => {
        const form = document.querySelector('client-registration') as HTMLElement;
        form.remove();
        await Promise.resolve();
        document.body.append(form);
      });
    },
  },
  {
    name: 'late-and-by-script',
    body: (embed) => script(embed),
    prepare: async (page) => {
      await page.waitForFunction(() => customElements.get('client-registration') !== undefined);
      await page.evaluate(() => {
        const form = document.createElement('client-registration');
        form.setAttribute('form-key', String(new URL(location.href).searchParams.get('k')));
        document.body.append(form);
      });
    },
  },
  { name: 'rendered-on-a-server', app: { react: 19, shows: 'eager', isRendered: true } },
  { name: 'rendered-by-react-18', app: { react: 18, shows: 'eager', isRendered: true } },
  { name: 'app-of-react-18', app: { react: 18, shows: 'component' } },
  {
    name: 'element-in-react-18-beside-the-script',
    app: { react: 18, shows: 'element' },
    body: (embed) => script(embed),
  },
  {
    name: 'drawn-before-its-script',
    body: (embed) => `${element(embed).replace('<a', '{{drawn}}<a')}${script(embed, 'defer')}`,
  },
  {
    name: 'in-a-frame',
    // The driver of WebKitGTK hangs when a frame of another site sends a form.
    engines: ['chromium', 'firefox'],
    body: ({ product, key }) =>
      `<iframe src="${product}/widget/frame/${key}" title="Registro" style="width:100%;height:1750px;border:0"></iframe>`,
    within: (page) => page.frameLocator('iframe'),
  },
  { name: 'without-https', insecure: true },
  {
    name: 'slow-network-and-machine',
    engines: ['chromium'],
    alone: true,
    prepare: async (page) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 200_000,
        uploadThroughput: 90_000,
      });
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    },
  },
  {
    name: 'offline-while-sending',
    engines: ['chromium', 'firefox'],
    alone: true,
    send: async (page, press) => {
      await page.context().setOffline(true);
      await press();
      await page.getByText('No hay conexión a internet').waitFor();
      await page.context().setOffline(false);
    },
  },
  {
    name: 'left-and-back',
    prepare: async (page) => {
      await legalName(page).fill('Vuelve del historial');
      await page.goto('about:blank');
      // A page from the back/forward cache does not load again, but `goBack` waits for a load.
      await page.evaluate(() => void setTimeout(() => history.back()));
      await legalName(page).waitFor();
      if ((await legalName(page).inputValue()) !== 'Vuelve del historial')
        throw new Error('lost what was typed');
    },
  },
  {
    name: 'filled-in-by-the-browser',
    engines: ['chromium'],
    answered: async (page) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Autofill.enable');
      const { result } = await cdp.send('Runtime.evaluate', {
        expression:
          "document.querySelector('client-registration').shadowRoot.querySelector('[autocomplete=given-name]')",
      });
      const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId ?? '' });
      await cdp.send('Autofill.trigger', {
        fieldId: node.backendNodeId,
        address: {
          fields: [
            { name: 'NAME_FIRST', value: 'Ana' },
            { name: 'NAME_LAST', value: 'Núñez' },
            { name: 'NAME_FULL', value: 'Ana Núñez' },
            { name: 'EMAIL_ADDRESS', value: 'ana@pagina.example' },
            { name: 'PHONE_HOME_WHOLE_NUMBER', value: '8095550100' },
          ],
        },
      });
      await page.waitForFunction(
        () =>
          document
            .querySelector('client-registration')
            ?.shadowRoot?.querySelector<HTMLInputElement>('[autocomplete=email]')?.value ===
          'ana@pagina.example',
      );
    },
  },
];

/** The pages on which the embeddable form is guaranteed to work. A test registers a company on each of them. */
export const hostPages = promises.filter(({ engines }) => !engines || engines.includes(engine));
