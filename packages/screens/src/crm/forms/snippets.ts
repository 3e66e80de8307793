/** Widths of the form on typical pages, in pixels: a computer, a tablet, a phone and a small phone. */
export const formWidths = { wide: 960, medium: 736, narrow: 358, small: 288 } as const;

/** Maximum width of a page for each of the smaller widths. */
const pageWidths = { medium: 900, narrow: 660, small: 360 } as const;

/** The values inserted into a snippet. */
export interface SnippetParts {
  /** Address of this Pauta, without a slash at its end. */
  readonly server: string;
  readonly formKey: string;
  /** Language of the form; without it, the form uses that of the page. */
  readonly lang: string;
  /** `page` or `steps`; part of the snippet, so that the right height is reserved until the form has loaded. */
  readonly layout: string;
  /** Path of the script of a release, which never changes, and its hash. */
  readonly script: { readonly path: string; readonly integrity: string };
  readonly loader: { readonly path: string; readonly integrity: string };
  /** The rendered form as HTML, see `declareForm`. */
  readonly drawn: string;
  /** Height of the form on each kind of page, in pixels, reserved until the form has loaded. */
  readonly heights: Readonly<Record<keyof typeof formWidths, number>>;
}

/** One way to embed the form in a page. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** Its audience, and how to use it. */
  readonly help: string;
  readonly code: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/**
 * The code to paste, by kind of site. The script's address contains its release, so that its hash always matches; the
 * style reserves the form's space, so that loading it causes no layout shift.
 */
export function formSnippets({
  server,
  formKey,
  lang,
  layout,
  script,
  loader,
  drawn,
  heights,
}: SnippetParts): readonly Snippet[] {
  const key = escaped(formKey);
  const page = `${server}/client-registration?k=${encodeURIComponent(formKey)}`;
  const space =
    `<style>client-registration:not(:defined){display:block;min-height:${heights.wide}px}` +
    Object.entries(pageWidths)
      .map(
        ([name, most]) =>
          `@media(max-width:${most}px){client-registration:not(:defined){min-height:${heights[name as keyof typeof pageWidths]}px}}`,
      )
      .join('') +
    '</style>';
  const steps = layout === 'steps';
  const attributes = `key="${key}" lang="${escaped(lang)}"${steps ? ' layout="steps"' : ''}`;
  const element = `<client-registration ${attributes}>\n  <a href="${escaped(page)}">Registre su empresa aquí</a>\n</client-registration>`;
  const declared = element.replace('\n', `${drawn}\n`);
  const prop = steps ? ' layout="steps"' : '';
  const tag = (kind: string, { path, integrity }: SnippetParts['script']): string =>
    `<script ${kind} src="${escaped(server + path)}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  const html = [space, element, tag('async', script)].join('\n');
  return [
    {
      id: 'html',
      label: 'HTML',
      help: 'Péguelo donde debe aparecer el formulario. El enlace se ve solo si el formulario no puede cargar o enviarse. Si después cambia el idioma o la presentación, copie este código de nuevo.',
      code: html,
    },
    {
      id: 'perezoso',
      label: 'HTML, al acercarse',
      help: 'Igual, pero el formulario se descarga cuando el visitante está por llegar a él. Para páginas largas.',
      code: [space, element, tag('type="module"', loader)].join('\n'),
    },
    {
      id: 'dibujado',
      label: 'HTML, ya dibujado',
      help: 'El formulario se ve antes que su script, tal como está hoy. Si después cambia sus textos o preguntas, copie este código de nuevo.',
      code: [declared, tag('async', script)].join('\n'),
    },
    {
      id: 'wordpress',
      label: 'WordPress',
      help: 'Agregue un bloque «HTML personalizado» y péguelo ahí. Si WordPress quita el código al guardar, su usuario no puede publicarlo: pida ayuda a quien administra el sitio o ponga el enlace.',
      code: `<!-- wp:html -->\n${html}\n<!-- /wp:html -->`,
    },
    {
      id: 'wix',
      label: 'Wix',
      help: 'Para sitios que no aceptan scripts: agregue «Insertar HTML» y péguelo. Se desplaza por dentro si no cabe.',
      code:
        `<style>@media(max-width:660px){iframe[src*="${key}"]{height:${heights.narrow}px!important}}</style>\n` +
        `<iframe src="${escaped(`${server}/widget/frame/${encodeURIComponent(formKey)}`)}" title="Registro de clientes"` +
        ` loading="lazy" style="width:100%;height:${heights.wide}px;border:0"></iframe>`,
    },
    {
      id: 'enlace',
      label: 'Enlace',
      help: 'Para correos, anuncios, botones y sitios que no aceptan código: abre el formulario en una página de Pauta.',
      code: page,
    },
    {
      id: 'react',
      label: 'React',
      help: 'Instale antes el paquete: pnpm add @pauta/client-registration-widget styled-components',
      code: `import { ClientRegistration } from '@pauta/client-registration-widget';

export function Registro() {
  return <ClientRegistration apiBase=${JSON.stringify(server)} formKey=${JSON.stringify(formKey)}${prop} />;
}`,
    },
    {
      id: 'next',
      label: 'Next.js',
      help: 'Como en React; el servidor manda el formulario ya dibujado y el navegador solo lo enciende.',
      code: `import { ClientRegistration } from '@pauta/client-registration-widget/eager';

const server = ${JSON.stringify(server)};
const formKey = ${JSON.stringify(formKey)};

export default async function Page() {
  const answer = await fetch(\`\${server}/api/public/forms/\${formKey}\`, { next: { revalidate: 300 } });
  const { form } = await answer.json();
  return <ClientRegistration apiBase={server} definition={form} formKey={formKey} />;
}`,
    },
  ];
}
