import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormRoot } from './form-root.ts';

test('the rules do not depend on the page', () => {
  render(<FormRoot />);
  const css = [...document.querySelectorAll('style')].map((style) => style.textContent).join('');
  expect(css).toContain('container-type');
  // A page may set any root font size and forbid images, and the rules must not match elements of the page.
  expect(css.match(/[\d.]rem\b|url\(|@import|@font-face|:root|(^|[\s,}])(html|body)\b/g)).toBeNull();
});
