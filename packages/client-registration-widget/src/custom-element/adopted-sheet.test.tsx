import { __PRIVATE__ } from 'styled-components';
import { expect, test } from 'vitest';

test('the pieces of styled-components that the custom element rests on are there', () => {
  const sheet = new __PRIVATE__.StyleSheet({
    useCSSOMInjection: false,
    target: document.createElement('div'),
  });
  const grouped = sheet.getTag() as unknown as { tag: object };
  for (const name of ['insertRule', 'deleteRule', 'getRule', 'length'])
    expect(grouped.tag).toHaveProperty(name);
});
