import { expect, test } from 'vitest';
import { unidentified, withStableIds } from './stable-ids.ts';

const from = "import { styled } from 'styled-components';\n";

test('an id consists of package, file and name', () => {
  const path = '/anywhere/packages/layout/src/bars/save-bar.tsx';
  expect(
    withStableIds(
      `${from}const Root = styled.nav\`\`;\nexport const SaveBar = styled.div\`\`;\nconst FootNote = styled.p<{ $wide: boolean }>\`\`;`,
      path,
    ),
  ).toBe(
    `${from}const Root = styled.nav.withConfig({componentId:'pauta-layout-bars-save-bar'})\`\`;\n` +
      "export const SaveBar = styled.div.withConfig({componentId:'pauta-layout-bars-save-bar'})``;\n" +
      "const FootNote = styled.p.withConfig({componentId:'pauta-layout-bars-save-bar-foot-note'})<{ $wide: boolean }>``;",
  );
});

test.each([
  'export const boxes = [styled.div``];',
  'const Own = styled(Box)``;',
  'const Box = styled.div.attrs({ role: "note" })``;',
])('a component that would get no id fails to build: %s', (line) => {
  expect(() => withStableIds(from + line, '/packages/layout/src/box.tsx')).toThrow(line.slice(0, 20));
});

test('a built module is checked the same way', () => {
  const built = 'var Root = styled.nav.withConfig({ componentId: "pauta-layout-side-menu" })``;';
  expect(unidentified(`${from}${built}`)).toBe(null);
  expect(unidentified(`${from}${built}\nvar Root2 = styled2.div\`\`;`)).toBe('var Root2 = styled2.div');
});
