import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTheme } from 'styled-components';
import { expect, test } from 'vitest';
import { extractStyles } from './extract-styles.ts';

const extracted = async (source) => {
  const folder = mkdtempSync(join(tmpdir(), 'pauta-styles-'));
  const file = join(folder, 'box.ts');
  writeFileSync(file, `import { createTheme, styled } from 'styled-components';\n${source}`);
  try {
    return await extractStyles(file, 'Box', 'own');
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('rules stay nested, keyframes are separate', async () => {
  expect(
    await extracted(
      'export const Box = styled.div`\n  color: red;\n  @keyframes turn { to { rotate: 1turn; } }\n  & a:hover { color: blue; }\n`;',
    ),
  ).toBe('.own{color:red;& a:hover{color:#00f}}@keyframes turn{to{rotate:1turn}}');
});

test('tokens are written as styled-components writes them, those used several times by a short name', async () => {
  const theme = { radius: '8px', color: { 'on-primary': 'light-dark(white, black)' } };
  const { radius, color } = createTheme(theme, { prefix: 'x' });
  const css = await extracted(
    `const { radius, color } = createTheme(${JSON.stringify(theme)}, { prefix: 'x' });
    export const Box = styled.div\`border-radius: \${radius}; --one: \${color['on-primary']}; --two: \${color['on-primary']};\`;`,
  );
  const short = (value) => value.replaceAll(', ', ',');
  expect(short(css)).toContain(`border-radius:${short(radius)}`);
  const [, name] = css.match(/--one: var\((--\w+)\);/);
  expect(css).toContain(`--two: var(${name})`);
  expect(css).toContain(`${name}: ${short(color['on-primary'])}`.replace(': ', ':'));
});

test('styles that are not static are a build error', async () => {
  await expect(extracted('export const Box = styled.div.attrs({})`color: red;`;')).rejects.toThrow();
});
