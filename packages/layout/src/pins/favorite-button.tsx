import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import { base, coarse } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import type { Pin } from './pin-list.ts';
import * as texts from './pin-texts.ts';
import type { PinControls } from './use-pins.ts';

export interface FavoriteButtonProps {
  readonly pins: PinControls;
  readonly pin: Pin;
}

const Root = styled.button`
  &&& {
    ${base}
    appearance: none;
    border: 0;
    background: none;
    cursor: pointer;
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 28px;
    block-size: 28px;
    padding: 0;
    border-radius: ${token('radius-md')};
    color: ${token('color-text-muted')};
    &:hover { background: ${token('color-hover')}; color: ${token('color-text')}; }
    &:focus-visible { outline: ${token('focus-width')} solid ${token('color-focus')}; outline-offset: -2px; }
    &[aria-pressed='true'] { color: ${token('color-accent-text')}; & path { fill: currentColor; } }
    ${coarse} { inline-size: 44px; block-size: 44px; }
  }
`;

/**
 * A toggle button that marks a page as a favourite; pressed while it is one.
 *
 * @example
 * <FavoriteButton pin={{ href: '/crm/clientes', label: 'Clientes' }} pins={pins} />
 */
export function FavoriteButton({ pins, pin }: FavoriteButtonProps): ReactElement {
  const isFavorite = pins.favorites.some(({ href }) => href === pin.href);
  return (
    <Root
      aria-label={texts.favoriteOf(pin.label)}
      aria-pressed={isFavorite}
      onClick={() => pins.dispatch({ type: 'toggle', pin })}
      title={isFavorite ? texts.removeFavorite(pin.label) : texts.addFavorite(pin.label)}
      type="button"
    >
      <Icon outline={outlines.star} size={18} />
    </Root>
  );
}
