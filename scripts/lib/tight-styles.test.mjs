import { expect, test } from 'vitest';
import { withTightStyles } from './tight-styles.ts';

test('styles lose what means nothing, also between the values put into them', () => {
  const styles = [
    'const Root = styled.nav`',
    '  ${base}',
    '  ${wide} { margin: 0 ${space} 1px; }',
    '  /* Nothing: of use; */',
    '  &, & :is(a, b):hover > [data-x="y z"] { width: calc(1px + ${space}); --own: ${space}; }',
    '`;',
  ].join('\n');
  expect(withTightStyles(styles, 'a.tsx')).toBe(
    'const Root = styled.nav` ${base} ${wide}{margin:0 ${space} 1px}&,& :is(a,b):hover > [data-x="y z"]{width:calc(1px + ${space});--own:${space}}`;',
  );
});

test('a template within another is one too', () => {
  expect(withTightStyles('x`\n  a: b;\n  ${y`\n  c: d;\n`}\n  e: f;\n`', 'a.ts')).toBe(
    'x` a:b;${y` c:d;`} e:f;`',
  );
});

test('everything else stays as it is, signs of two parts of a character too', () => {
  const code =
    'const 名 = "🦜"; // `\n   \nexport const say = (it: string): string => `1,  2: ${it}  ;  `;\n\tfoo(`a\n  b`);\n';
  expect(withTightStyles(code, 'a.ts')).toBe(code);
  expect(withTightStyles(`${code}x\`\n  a: b;\n\``, 'a.ts')).toBe(`${code}x\` a:b;\``);
});

test('a module that cannot be read does not build', () => {
  expect(() => withTightStyles('const = `', 'a.ts')).toThrow('a.ts');
});
