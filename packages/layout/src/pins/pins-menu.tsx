import { type DragEvent, type ReactElement, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { announce } from '../parts/announce.ts';
import { type Navigation, ShellLink } from '../parts/link.tsx';
import { useDismiss } from '../parts/use-dismiss.ts';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import { base, coarse, iconButton } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { FavoriteButton } from './favorite-button.tsx';
import type { Pin } from './pin-list.ts';
import * as texts from './pin-texts.ts';
import type { PinControls } from './use-pins.ts';

export interface PinsMenuProps extends Navigation {
  readonly pins: PinControls;
  /** The current page, which can be marked here; `null` if it cannot be. */
  readonly current: Pin | null;
}

/** How many recent pages are shown. */
const shownRecents = 5;

const Root = styled.div`
  ${base}
  ${iconButton}
  position: relative;

  & > div {
    position: absolute;
    z-index: ${token('z-popover')};
    inset-block-start: calc(100% + 6px);
    inset-inline-end: 0;
    inline-size: min(340px, calc(100vw - 16px));
    max-block-size: calc(100dvh - ${token('bar-height')} - 8px);
    overflow: auto;
    overscroll-behavior: contain;
    padding: 6px;
    border: 1px solid ${token('color-border')};
    border-radius: ${token('radius-lg')};
    background: ${token('color-surface-raised')};
    box-shadow: ${token('shadow-lg')};
  }
  /* The button is not the last one of the bar, so on a phone its panel would overflow the window. */
  @media (max-width: 40rem) { & > div { position: fixed; inset-block-start: ${token('bar-height')}; inset-inline: 8px; inline-size: auto; } }

  & p { padding: 6px 10px; color: ${token('color-text-muted')}; font-size: ${token('text-sm')}; }
  & [data-head] { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
  & [data-head] > p { font-size: ${token('text-xs')}; font-weight: ${token('weight-bold')}; }
  & [data-head] > button { padding: 4px 10px; min-block-size: 28px; border-radius: ${token('radius-md')}; font-size: ${token('text-xs')}; color: ${token('color-text-muted')}; &:hover { background: ${token('color-hover')}; } ${coarse} { min-block-size: 44px; } }
  & [data-current] {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 38px;
    padding: 4px 10px;
    border-radius: ${token('radius-md')};
    overflow-wrap: anywhere;
    &:hover { background: ${token('color-hover')}; }
    ${coarse} { min-block-size: 44px; }
  }
  & li {
    display: flex;
    align-items: center;
    border-radius: ${token('radius-md')};
    &:hover { background: ${token('color-hover')}; }
    &[data-over] { box-shadow: inset 0 2px ${token('color-accent')}; }
  }
  & li > a {
    flex: 1;
    min-inline-size: 0;
    padding: 7px 10px;
    border-radius: inherit;
    overflow-wrap: anywhere;
    ${coarse} { min-block-size: 44px; align-content: center; }
    & > small { display: block; color: ${token('color-text-muted')}; font-size: ${token('text-xs')}; }
  }
  & li > [data-icon-button] { inline-size: 28px; block-size: 28px; ${coarse} { inline-size: 44px; block-size: 44px; } &[aria-disabled='true'] { opacity: 0.35; cursor: default; } }

  @media print { display: none; }
`;

/**
 * A button of the top bar with the user's favourites, in their order, and recent pages. Favourites are reordered by
 * dragging, or with the buttons beside them.
 *
 * @example
 * const pins = usePins(`pins.${user.id}`);
 * <AppShell actions={<PinsMenu current={{ href: pathname, label: title }} pins={pins} />} … />
 */
export function PinsMenu({ pins, current, Link, onNavigate }: PinsMenuProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const { favorites, dispatch } = pins;
  const recents = pins.recents.filter(({ href }) => href !== current?.href).slice(0, shownRecents);
  const isFavorite = favorites.some(({ href }) => href === current?.href);

  const close = (byEscape: boolean): void => {
    setOpen(false);
    if (byEscape) button.current?.focus();
  };
  useDismiss(root, open, close);

  const move = (pin: Pin, to: number): void => {
    if (to < 0 || to >= favorites.length) return;
    dispatch({ type: 'move', href: pin.href, to });
    announce(texts.movedTo(pin.label, to + 1, favorites.length));
  };

  const row = (pin: Pin, href: string): ReactElement => (
    <ShellLink href={href} Link={Link} onFollow={() => close(true)} onNavigate={onNavigate}>
      {pin.label}
      {pin.section && <small>{pin.section}</small>}
    </ShellLink>
  );

  return (
    <Root ref={root}>
      <button
        aria-controls={open ? panelId : undefined}
        aria-expanded={open}
        aria-label={texts.pinsMenu}
        data-icon-button
        onClick={() => setOpen(!open)}
        ref={button}
        title={texts.pinsMenu}
        type="button"
      >
        <Icon outline={outlines.star} />
      </button>
      {open && (
        <div id={panelId}>
          {current && (
            <button data-current onClick={() => dispatch({ type: 'toggle', pin: current })} type="button">
              <Icon outline={isFavorite ? outlines.close : outlines.star} size={18} />
              {isFavorite ? texts.removeFavorite(current.label) : texts.addFavorite(current.label)}
            </button>
          )}
          <div data-head>
            <p>{texts.favorites}</p>
          </div>
          {favorites.length === 0 ? (
            <p>{texts.noFavorites}</p>
          ) : (
            <ul aria-label={texts.favorites}>
              {favorites.map((pin, index) => (
                <li
                  data-over={over === pin.href && over !== dragged ? '' : undefined}
                  draggable
                  key={pin.href}
                  onDragEnd={() => {
                    setDragged(null);
                    setOver(null);
                  }}
                  onDragOver={(event: DragEvent) => {
                    if (dragged === null) return;
                    event.preventDefault();
                    setOver(pin.href);
                  }}
                  onDragStart={() => setDragged(pin.href)}
                  onDrop={(event: DragEvent) => {
                    event.preventDefault();
                    const moved = favorites.find(({ href }) => href === dragged);
                    if (moved) move(moved, index);
                  }}
                >
                  {row(pin, pin.href)}
                  {favorites.length > 1 &&
                    ([-1, 1] as const).map((step) => (
                      <button
                        aria-disabled={!favorites[index + step]}
                        aria-label={step < 0 ? texts.moveUp(pin.label) : texts.moveDown(pin.label)}
                        data-icon-button
                        key={step}
                        onClick={() => move(pin, index + step)}
                        type="button"
                      >
                        <Icon outline={step < 0 ? outlines.up : outlines.down} size={16} />
                      </button>
                    ))}
                  <FavoriteButton pin={pin} pins={pins} />
                </li>
              ))}
            </ul>
          )}
          <div data-head>
            <p>{texts.recents}</p>
            {recents.length > 0 && (
              <button
                onClick={() => {
                  dispatch({ type: 'forget-recents' });
                  button.current?.focus();
                }}
                type="button"
              >
                {texts.forgetRecents}
              </button>
            )}
          </div>
          {recents.length === 0 ? (
            <p>{texts.noRecents}</p>
          ) : (
            <ul aria-label={texts.recents}>
              {recents.map((pin) => (
                <li key={pin.href}>
                  {row(pin, pin.href)}
                  <FavoriteButton pin={pin} pins={pins} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Root>
  );
}
