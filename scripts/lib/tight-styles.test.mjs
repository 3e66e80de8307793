import { expect, test } from 'vitest';
import { withTightStyles } from './tight-styles.ts';

const short = (lines) => withTightStyles(lines.join('\n'), 'a.tsx');

test('insignificant characters of styles are removed, also between interpolated values', () => {
  expect(
    short([
      'const Root = styled.nav`',
      `  \${base}`,
      `  \${wide} { margin: 0 \${space} 1px; }`,
      '  /* Nothing: of use; */',
      `  &, & :is(a, b):hover > [data-x="y z"] { width: calc(1px + \${space}); --own: \${space}; }`,
      '`;',
    ]),
  ).toBe(
    `const Root = styled.nav\` \${base} \${wide}{margin:0 \${space} 1px}&,& :is(a,b):hover>[data-x="y z"]{width:calc(1px + \${space});--own:\${space}}\`;`,
  );
});

test('a template within another template is also minified', () => {
  expect(short(['x`', '  a: b;', `  \${y\``, '  c: d;', '`}', '  e: f;', '`'])).toBe(
    `x\` a:b;\${y\` c:d;\`} e:f;\``,
  );
});

test('everything else is unchanged, also characters of two UTF-16 units', () => {
  const code = [
    'const 名 = "🦜"; // `',
    '   ',
    `const say = (it: string): string => \`1,  2: \${it}  ;  \`;`,
    '\tfoo(`a',
    '  b`);',
    '',
  ];
  expect(short(code)).toBe(code.join('\n'));
  expect(short([...code, 'x`', '  a: b;', '`'])).toBe(`${code.join('\n')}\nx\` a:b;\``);
});

test('a module that cannot be parsed fails to build', () => {
  expect(() => short(['const = `'])).toThrow('a.tsx');
});
