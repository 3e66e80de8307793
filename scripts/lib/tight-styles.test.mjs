import { expect, test } from 'vitest';
import { withTightStyles } from './tight-styles.ts';

const short = (lines) => withTightStyles(lines.join('\n'), 'a.tsx');

test('styles lose what means nothing, also between the values put into them', () => {
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

test('a template within another is one too', () => {
  expect(short(['x`', '  a: b;', `  \${y\``, '  c: d;', '`}', '  e: f;', '`'])).toBe(
    `x\` a:b;\${y\` c:d;\`} e:f;\``,
  );
});

test('everything else stays as it is, signs of two parts of a character too', () => {
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

test('a module that cannot be read does not build', () => {
  expect(() => short(['const = `'])).toThrow('a.tsx');
});
