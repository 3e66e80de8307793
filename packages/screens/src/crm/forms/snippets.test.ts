import { expect, test } from 'vitest';
import { formSnippets } from './snippets.ts';

const parts = {
  server: 'https://pauta.example',
  formKey: 'pk_0123456789abcdef0123',
  lang: 'es-DO',
  layout: 'page',
  script: { path: '/widget/1.4.2-ab12/client-registration.js', integrity: 'sha384-AAA' },
  loader: { path: '/widget/1.4.2-ab12/loader.js', integrity: 'sha384-BBB' },
  drawn: '<template shadowrootmode="open"><div>Formulario</div></template>',
  heights: { wide: 1200, medium: 1300, narrow: 2100, small: 2300 },
};

test('each kind of site has its code, with the key, the hash of the script and the reserved height', () => {
  const code = Object.fromEntries(formSnippets(parts).map((snippet) => [snippet.id, snippet.code]));
  expect(Object.keys(code)).toEqual([
    'html',
    'perezoso',
    'dibujado',
    'wordpress',
    'wix',
    'enlace',
    'react',
    'next',
  ]);
  expect(
    code.html,
  ).toBe(`<style>client-registration:not(:defined){display:block;min-height:1200px}@media(max-width:900px){client-registration:not(:defined){min-height:1300px}}@media(max-width:660px){client-registration:not(:defined){min-height:2100px}}@media(max-width:360px){client-registration:not(:defined){min-height:2300px}}</style>
<client-registration key="pk_0123456789abcdef0123" lang="es-DO">
  <a href="https://pauta.example/client-registration?k=pk_0123456789abcdef0123">Registre su empresa aquí</a>
</client-registration>
<script async src="https://pauta.example/widget/1.4.2-ab12/client-registration.js" integrity="sha384-AAA" crossorigin="anonymous"></script>`);
  expect(code.perezoso).toContain(
    '<script type="module" src="https://pauta.example/widget/1.4.2-ab12/loader.js" integrity="sha384-BBB" crossorigin="anonymous"></script>',
  );
  expect(code.dibujado).toContain(
    '<client-registration key="pk_0123456789abcdef0123" lang="es-DO"><template shadowrootmode="open"><div>Formulario</div></template>\n  <a href=',
  );
  expect(code.wordpress).toContain(code.html);
  expect(code.wix).toContain('src="https://pauta.example/widget/frame/pk_0123456789abcdef0123"');
  expect(code.wix).not.toContain('script');
  expect(code.enlace).toBe('https://pauta.example/client-registration?k=pk_0123456789abcdef0123');
});

test('a form in steps declares its layout in every snippet', () => {
  const code = Object.fromEntries(
    formSnippets({ ...parts, lang: 'en', layout: 'steps' }).map((snippet) => [snippet.id, snippet.code]),
  );
  for (const id of ['html', 'perezoso', 'dibujado', 'wordpress'])
    expect(code[id]).toContain(
      '<client-registration key="pk_0123456789abcdef0123" lang="en" layout="steps">',
    );
  expect(code.react).toContain('formKey="pk_0123456789abcdef0123" layout="steps" />');
  expect(code.wix).not.toContain('layout');
});

test('text of an address or a key cannot break out of its attribute', () => {
  for (const { code } of formSnippets({ ...parts, server: 'https://x"><script>alert(1)</script>' }).slice(
    0,
    4,
  )) {
    expect(code).not.toContain('<script>alert');
  }
});
