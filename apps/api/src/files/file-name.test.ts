import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  ['x.html', 'png', 'x.png'],
  ['foto.JPEG', 'jpg', 'foto.JPEG'],
  ['foto.jpg', 'jpg', 'foto.jpg'],
  ['Exención 2026.pdf', 'pdf', 'Exención 2026.pdf'],
  ['informe 2026.10', 'pdf', 'informe 2026.10.pdf'],
  ['factura', 'pdf', 'factura.pdf'],
  ['.html', 'png', 'archivo.png'],
  ['', 'png', 'archivo.png'],
  ['../../etc/passwd.pdf', 'pdf', 'passwd.pdf'],
  ['C:\\temp\\a.pdf', 'pdf', 'a.pdf'],
  ['a\u202efdp.exe', 'pdf', 'afdp.pdf'],
  ['pagina.html.', 'png', 'pagina.html.png'],
  ['pagina.html ', 'png', 'pagina.png'],
])('%s with content %s is named %s', (name, extension, called) => {
  expect(fileName(name, extension)).toBe(called);
});

test('a long name keeps its extension', () => {
  expect(fileName(`${'ñ'.repeat(300)}.html`, 'pdf')).toMatch(/^ñ{196}\.pdf$/);
});
