import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../admin/settings/letterhead.ts';

/** Text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

// The colours are those of the back office's theme; pages for guests load none of its files.
const stylesOf = (brand: string): string => `
:root{color-scheme:light dark;--page:#f5f6fa;--surface:#fff;--text:#181b27;--muted:#595f72;--line:#dfe2eb;--accent:#2e3f9f;--button:#3548b8;--on-button:#fff}
@media (prefers-color-scheme:dark){:root{--page:#0f1118;--surface:#181b25;--text:#e9ebf3;--muted:#a9afc3;--line:#2c3140;--accent:#aab5ff;--button:#aab5ff;--on-button:#0f1118}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 Inter,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-variant-numeric:tabular-nums;border-block-start:4px solid ${brand}}
body>*{max-inline-size:60rem;margin-inline:auto;padding-inline:1rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;padding-block:1.25rem}
header img{max-inline-size:11rem;max-block-size:3.5rem;padding:.25rem;border-radius:.375rem;background:#fff}
header p{margin:0}
header p+p,dt,footer,.note{color:var(--muted);font-size:.875rem}
main{padding-block-end:1rem}
main:first-child{padding-block-start:1.5rem}
h1{margin:.5rem 0;font-size:1.625rem;line-height:1.25;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.25rem}
h3{margin:1.25rem 0 .5rem;font-size:1rem}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
dd{margin:0}
dd,.note{overflow-wrap:anywhere}
abbr{text-decoration:none}
a{color:var(--accent)}
.button{display:inline-block;padding:.625rem 1rem;border-radius:.5rem;background:var(--button);color:var(--on-button);font-weight:600;text-decoration:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.scroll{position:relative;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}
table{inline-size:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.5rem .75rem;text-align:start;vertical-align:top;border-block-end:1px solid var(--line)}
tr:last-child>*{border-block-end:0}
thead th{color:var(--muted);font-size:.875rem;border-block-end:1px solid var(--line);vertical-align:bottom}
tbody th{font-weight:inherit;overflow-wrap:break-word;min-inline-size:7rem}
.wide tbody th{min-inline-size:8.5rem}
.wide tbody th{position:sticky;inset-inline-start:0;background:var(--surface)}
.number{text-align:end;white-space:nowrap}
thead .number{white-space:normal}
.wide thead .number{white-space:nowrap}
footer{padding-block:1rem 2rem;border-block-start:1px solid var(--line)}
footer p{margin:.25rem 0;white-space:pre-line}
@media (max-width:30rem){th,td{padding:.5rem .3rem;font-size:.875rem}.scroll:not(.wide) tbody th{min-inline-size:5rem}}
@media print{.button{display:none}.scroll{overflow:visible}}
`;

/** Styles of a page with forms and notices (`.notice`, `.good`, `.bad`), for `styles` of the page. */
export const formStyles = `
:root{--good:#1d6b43;--good-soft:#e3f4ea;--bad:#a3212e;--bad-soft:#fbe6e8}
@media (prefers-color-scheme:dark){:root{--good:#8fd9b0;--good-soft:#16301f;--bad:#f3a6ae;--bad-soft:#3a1a1f}}
.notice{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-inline-start:4px solid var(--accent);border-radius:.5rem;background:var(--surface)}
.notice.good{border-inline-start-color:var(--good);background:var(--good-soft);color:var(--good)}
.notice.bad{border-inline-start-color:var(--bad);background:var(--bad-soft);color:var(--bad)}
form{display:grid;gap:.75rem;max-inline-size:36rem;margin:.75rem 0}
label{display:grid;gap:.25rem;font-weight:600}
label small{color:var(--muted);font-weight:400}
input,textarea{inline-size:100%;padding:.625rem .75rem;border:1px solid var(--muted);border-radius:.5rem;background:var(--surface);color:var(--text);font:inherit;font-weight:400}
textarea{min-block-size:6rem}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.error{color:var(--bad);font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:.75rem}
button{min-block-size:2.75rem;padding:.625rem 1rem;border:0;border-radius:.5rem;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;cursor:pointer}
@media print{form{display:none}}
`;

/** A result, as a paragraph that screen readers announce. */
export const notice = (tone: 'good' | 'bad' | '', text: string): string =>
  `<p class="notice ${tone}" role="status">${escaped(text)}</p>`;

/** A page for people without an account: HTML that needs no script. */
interface PageContent {
  readonly title: string;
  readonly body: string;
  /** `#RRGGBB` */
  readonly brand: string;
  /** Whether search engines may list it. */
  readonly isListed?: boolean;
  /** Further styles of the page. */
  readonly styles?: string;
  /** It has forms, which are sent to this server. */
  readonly hasForms?: boolean;
  /** Path of a script of this server that the page can do without. */
  readonly script?: string;
  /** The script sends requests to this server. */
  readonly connects?: boolean;
  /** It plays sounds or videos of this server. */
  readonly showsMedia?: boolean;
}

const sendPage = (
  reply: FastifyReply,
  {
    title,
    body,
    brand,
    isListed = false,
    styles: more = '',
    hasForms = false,
    script,
    connects = false,
    showsMedia = false,
  }: PageContent,
): FastifyReply => {
  const styles = `${stylesOf(brand)}${more}`;
  const robots = isListed ? '' : '<meta name="robots" content="noindex">';
  return reply
    .headers({
      'cache-control': 'no-store',
      // The address is the key to the page.
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        "img-src 'self' data:",
        ...(script === undefined ? [] : ["script-src 'self'"]),
        ...(showsMedia ? ["media-src 'self'"] : []),
        ...(connects ? ["connect-src 'self'"] : []),
        `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
        "base-uri 'none'",
        `form-action ${hasForms ? "'self'" : "'none'"}`,
        "frame-ancestors 'none'",
      ].join('; '),
      ...(!isListed && { 'x-robots-tag': 'noindex' }),
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="es"><meta charset="utf-8"><title>${escaped(title)}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `${robots}<link rel="icon" href="/favicon.svg"><style>${styles}</style>${
          script === undefined ? '' : `<script src="${script}" defer></script>`
        }${body}</html>`,
    );
};

/** A document that is public: what it says, by whom. */
export interface PublicDocument {
  readonly title: string;
  readonly letterhead: Letterhead;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Address of the document as PDF; null if it has none. */
  readonly download: string | null;
  /** HTML between the facts and the notes. */
  readonly body: string;
  readonly notes: readonly string[];
  /** Whether search engines may list it. */
  readonly isListed?: boolean;
  /** Further styles of the page. */
  readonly styles?: string;
  readonly hasForms?: boolean;
  readonly script?: string;
  readonly connects?: boolean;
  /** It plays sounds or videos of this server. */
  readonly showsMedia?: boolean;
}

/** Sends the page of a public document, with the letterhead of the company that issues it. */
export const sendDocument = (reply: FastifyReply, document: PublicDocument): FastifyReply => {
  const { title, letterhead, facts, download, body, notes, ...page } = document;
  const logo = letterhead.logo
    ? `<img alt="" src="data:image/png;base64,${letterhead.logo.toString('base64')}">`
    : '';
  const list = facts.map(
    ([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  const button =
    download === null
      ? ''
      : `<p><a class="button" href="${escaped(download)}" download>Descargar PDF</a></p>`;
  return sendPage(reply, {
    ...page,
    title: `${title} · ${letterhead.name}`,
    brand: letterhead.color,
    body:
      `<header>${logo}<div><p><strong>${escaped(letterhead.name)}</strong></p>` +
      `${letterhead.details.map((detail) => `<p>${escaped(detail)}</p>`).join('')}</div></header>` +
      `<main><h1>${escaped(title)}</h1>${list.length === 0 ? '' : `<dl>${list.join('')}</dl>`}${button}${body}` +
      `${notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('')}</main>` +
      `${letterhead.footer === '' ? '' : `<footer><p>${escaped(letterhead.footer)}</p></footer>`}`,
  });
};

/** A page that only explains why there is nothing else. */
export const sendNotice = (reply: FastifyReply, title: string, text: string): FastifyReply =>
  sendPage(reply, {
    title,
    brand: '#3548b8',
    body: `<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main>`,
  });

/** Sends a script of public pages. */
export const sendScript = (reply: FastifyReply, script: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'public, max-age=3600' })
    .type('text/javascript; charset=utf-8')
    .send(script);
