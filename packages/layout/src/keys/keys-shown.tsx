import { Fragment, type ReactElement } from 'react';
import { token } from '../theme/tokens.ts';
import { parseKeys } from './key-press.ts';
import * as texts from './key-texts.ts';

export const keyStyle: string = `
  & kbd {
    min-inline-size: 24px;
    padding: 1px 7px;
    border: 1px solid ${token('color-border-strong')};
    border-block-end-width: 2px;
    border-radius: ${token('radius-sm')};
    background: ${token('color-surface')};
    color: ${token('color-text')};
    font-family: inherit;
    text-align: center;
  }
`;

const keyName = (press: string): string =>
  press
    .replace('Mod+', 'Ctrl+')
    .split(/\+(?=.)/)
    .map((key) => texts.keyNames[key] ?? ([...key].length === 1 ? key.toUpperCase() : key))
    .join(' + ');

/** Keys as a text: «G luego C». */
export const keysText = (written: string): string =>
  parseKeys(written).map(keyName).join(` ${texts.followedBy} `);

/** Keys as rendered on the page, one `<kbd>` per key cap. */
export function Keys({ keys }: { keys: readonly string[] }): ReactElement {
  if (keys.length === 0) return <>{texts.off}</>;
  return (
    <>
      {keys.map((written, index) => (
        <Fragment key={written}>
          {index > 0 && ` ${texts.or} `}
          {parseKeys(written).map((press, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same press may come twice.
            <Fragment key={at}>
              {at > 0 && ` ${texts.followedBy} `}
              <kbd>{keyName(press)}</kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </>
  );
}
