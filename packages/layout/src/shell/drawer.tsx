import { type ReactElement, type ReactNode, useRef } from 'react';
import { styled } from 'styled-components';
import { menuTexts, type Texts } from '../parts/texts.ts';
import { Icon } from '../theme/icon.tsx';
import * as outlines from '../theme/outlines.ts';
import { base, type Desktop, desktopQuery, iconButton } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';

const Root = styled.dialog`
  ${base}
  ${iconButton}
  flex-direction: column;
  position: fixed;
  inset-block: 0;
  inset-inline: 0 auto;
  inline-size: min(20rem, calc(100vw - 44px));
  block-size: 100dvh;
  max-inline-size: none;
  max-block-size: none;
  margin: 0;
  padding: 0;
  border: 0;
  border-inline-end: 1px solid ${token('color-border')};
  overflow: hidden auto;
  overscroll-behavior: contain;
  background: ${token('color-surface')};
  box-shadow: ${token('shadow-lg')};
  &[open] { display: flex; }
  &::backdrop { background: ${token('color-overlay')}; }

  & > [data-head] {
    flex: none;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token('space-2')};
    min-block-size: ${token('bar-height')};
    padding-inline: ${token('space-4')} ${token('space-2')};
    border-block-end: 1px solid ${token('color-border')};
    font-size: ${token('text-lg')};
    font-weight: ${token('weight-bold')};
    & > :first-child { display: flex; align-items: center; gap: ${token('space-2')}; min-inline-size: 0; overflow-wrap: anywhere; }
  }
  & > nav { flex: 1 0 auto; inline-size: 100%; min-block-size: 0; }
  @media (min-height: 26rem) {
    overflow: hidden;
    & > nav { flex-shrink: 1; }
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: translate ${token('duration')} ${token('ease')};
    @starting-style { translate: -100% 0; }
    &:dir(rtl) { @starting-style { translate: 100% 0; } }
  }
  @media print { display: none; }
`;

interface DrawerProps extends Desktop, Texts {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/**
 * The menu on phones and tablets: a modal dialog at the start edge. The browser keeps the focus inside, makes the rest
 * inert, closes the dialog on Escape and returns the focus.
 */
export function Drawer({ open, onClose, head, desktopFrom, texts, children }: DrawerProps): ReactElement {
  const messages = { ...menuTexts, ...texts };
  const dialog = useRef<HTMLDialogElement>(null);

  useBeforePaint(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);

  useBeforePaint(() => {
    if (!open) return;
    const { style } = document.documentElement;
    const overflow = style.overflow;
    style.overflow = 'hidden';
    const wide = window.matchMedia(desktopQuery(desktopFrom));
    wide.addEventListener('change', onClose);
    // On Android, going back closes a dialog first; in other browsers it does not.
    const stay = (event: NavigateEvent): void => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      onClose();
    };
    const { navigation } = window as Partial<Window>;
    navigation?.addEventListener('navigate', stay);
    return () => {
      style.overflow = overflow;
      wide.removeEventListener('change', onClose);
      navigation?.removeEventListener('navigate', stay);
    };
  }, [open, onClose, desktopFrom]);

  return (
    <Root
      aria-label={messages.menu}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onCancel={onClose}
      onClose={onClose}
      ref={dialog}
    >
      {open && (
        <>
          <div data-head>
            <span>{head}</span>
            <button aria-label={messages.closeMenu} data-icon-button onClick={onClose} type="button">
              <Icon outline={outlines.close} />
            </button>
          </div>
          {children}
        </>
      )}
    </Root>
  );
}
