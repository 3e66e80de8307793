import { __PRIVATE__ } from 'styled-components';
import { expect, test } from 'vitest';

test('styled-components has the internals that the custom element uses', () => {
  const sheet = new __PRIVATE__.StyleSheet({
    useCSSOMInjection: false,
    target: document.createElement('div'),
  });
  const grouped = sheet.getTag() as unknown as { tag: object };
  for (const name of ['insertRule', 'deleteRule', 'getRule', 'length'])
    expect(grouped.tag).toHaveProperty(name);
});
