import * as genuine from 'styled-components';
import { expect, test } from 'vitest';
import { tokens } from '../styles/tokens.ts';
import * as own from './styled-components.ts';

test('tokens come out as styled-components writes them', () => {
  const leaves = (theme: unknown): unknown =>
    typeof theme === 'object' && theme !== null
      ? Object.fromEntries(Object.entries(theme).map(([name, leaf]) => [name, leaves(leaf)]))
      : theme;
  const { raw } = tokens;
  const ours = own.createTheme(raw, { prefix: 'crw' });
  expect(leaves(ours)).toEqual(
    leaves(Object.fromEntries(Object.keys(raw).map((name) => [name, tokens[name as 'color']]))),
  );
  expect((ours.color as Record<string, string>)['primary-soft']).toMatch(
    /^var\(--crw-color-primary-soft, var\(--crw-brand-soft, light-dark\(/,
  );
});

test('keyframes stand beside the rule of their element', () => {
  const Box = own.styled.div`
    color: red;
    @keyframes turn { to { rotate: 1turn; } }
    a { color: blue; }
  `;
  const rules: string[] = [];
  const sheet = new own.__PRIVATE__.StyleSheet();
  Object.assign(sheet.getTag(), {
    tag: {
      get length() {
        return rules.length;
      },
      insertRule: (index: number, rule: string) => Boolean(rules.splice(index, 0, rule)),
    },
  });
  own.install(sheet);
  const { className } = Box({ className: 'mine' }).props as unknown as { className: string };
  expect(rules.map((rule) => rule.replace(/\s+/g, ' '))).toEqual([
    `.${className.split(' ')[0]}{ color: red; a { color: blue; } }`,
    '@keyframes turn { to { rotate: 1turn; } }',
  ]);
  expect(className).toMatch(/ mine$/);
});

test('the pieces of styled-components that the custom element rests on are there', () => {
  const sheet = new genuine.__PRIVATE__.StyleSheet({
    useCSSOMInjection: false,
    target: document.createElement('div'),
  });
  const grouped = sheet.getTag() as unknown as { tag: object };
  for (const name of ['insertRule', 'deleteRule', 'getRule', 'length'])
    expect(grouped.tag).toHaveProperty(name);
});
