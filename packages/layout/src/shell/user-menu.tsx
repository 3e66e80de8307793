import { type ReactElement, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type Navigation, ShellLink } from '../parts/link.tsx';
import { type Texts, userMenuTexts } from '../parts/texts.ts';
import { useDismiss } from '../parts/use-dismiss.ts';
import { Icon } from '../theme/icon.tsx';
import * as outlines from '../theme/outlines.ts';
import { base, coarse, type Desktop, desktop, visuallyHidden } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { Avatar } from './avatar.tsx';

/** The signed-in user, as the shell displays them. */
export interface ShellUser {
  readonly name: string;
  readonly email: string;
  /** Address of the profile photo; the default icon is shown if there is none or it does not load. */
  readonly photoUrl?: string | null | undefined;
  /** Display names of the roles, in display order. */
  readonly roles?: readonly string[] | undefined;
}

export interface UserMenuProps extends Navigation, Desktop, Texts {
  /** `null` while unknown: the menu then has only its two entries. */
  readonly user: ShellUser | null;
  /** Address of «Mi Perfil». Default `/perfil`. */
  readonly profileHref?: string | undefined;
  /** Address of the page after «Cerrar Sesión». Default `/login`. */
  readonly loginHref?: string | undefined;
  /** How many roles are shown before «+2», whose description lists the rest. Default all. */
  readonly maxRoles?: number | undefined;
  /** Shows initials instead of the default icon if there is no photo, or it does not load. */
  readonly initials?: boolean | undefined;
  /** Ends the session. A failure is logged and the user still leaves the page; only `false` cancels the sign-out. */
  readonly onLogout: () => unknown;
}

const Root = styled.div<Parameters<typeof desktop>[0]>`
  ${base}
  position: relative;

  & > button {
    display: flex;
    align-items: center;
    gap: ${token('space-2')};
    min-block-size: 40px;
    padding: 4px;
    border-radius: ${token('radius-full')};
    &:hover, &[aria-expanded='true'] { background: ${token('color-hover')}; }
    & > [data-name] { display: none; max-inline-size: 12rem; }
    & > svg { display: none; rotate: 90deg; color: ${token('color-text-muted')}; }
    ${coarse} { min-block-size: 44px; min-inline-size: 44px; justify-content: center; }
    ${desktop} {
      padding-inline-end: ${token('space-2')};
      & > [data-name], & > svg { display: block; }
    }
  }

  & [data-name] {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: ${token('weight-medium')};
  }

  & [data-avatar] {
    flex: none;
    display: grid;
    place-items: center;
    overflow: hidden;
    border-radius: ${token('radius-full')};
    background: ${token('color-accent-soft')};
    color: ${token('color-accent-text')};
    & img { inline-size: 100%; block-size: 100%; object-fit: cover; }
    & b::before { content: attr(data-initials); }
  }

  & > div {
    position: absolute;
    z-index: ${token('z-popover')};
    inset-block-start: calc(100% + 6px);
    inset-inline-end: 0;
    inline-size: min(320px, calc(100vw - 16px));
    max-block-size: calc(100dvh - ${token('bar-height')} - 8px);
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid ${token('color-border')};
    border-radius: ${token('radius-lg')};
    background: ${token('color-surface-raised')};
    box-shadow: ${token('shadow-lg')};
  }

  & [data-hidden] { ${visuallyHidden} }

  & [data-identity] {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: ${token('space-3')};
    padding: ${token('space-4')};
    border-block-end: 1px solid ${token('color-border')};

    & p {
      overflow-wrap: anywhere;
      line-height: ${token('leading-tight')};
      &:first-child { font-size: ${token('text-lg')}; font-weight: ${token('weight-bold')}; }
      & + p { margin-block-start: 4px; color: ${token('color-text-muted')}; font-size: ${token('text-sm')}; }
    }

    & ul {
      grid-column: 1 / -1;
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      & li {
        max-inline-size: 100%;
        padding: 2px 10px;
        border-radius: ${token('radius-full')};
        background: ${token('color-accent-soft')};
        color: ${token('color-accent-text')};
        font-size: ${token('text-xs')};
        font-weight: ${token('weight-medium')};
        overflow-wrap: anywhere;
        @media (forced-colors: active) { border: 1px solid; }
      }
    }
  }

  & [data-entries] {
    padding: 6px;
    & > li > * {
      display: flex;
      align-items: center;
      gap: ${token('space-3')};
      inline-size: 100%;
      min-block-size: 38px;
      padding-inline: ${token('space-3')};
      border-radius: ${token('radius-md')};
      &:hover { background: ${token('color-hover')}; }
      &[aria-disabled='true'] { color: ${token('color-text-muted')}; cursor: progress; }
      & svg { color: ${token('color-text-muted')}; }
      ${coarse} { min-block-size: 44px; }
    }
  }

  @media print { display: none; }
`;

/**
 * The button with the photo and its panel: who is signed in, with which roles, «Mi Perfil» and «Cerrar Sesión».
 * The panel is 320 px wide; the photo 32 px in the bar and 48 px in the panel.
 *
 * @example
 * <UserMenu user={{ name: 'Ana Peña', email: 'ana@medio.do', roles: ['Ventas'] }} onLogout={logout} />
 */
export function UserMenu({
  user,
  profileHref = '/perfil',
  loginHref = '/login',
  maxRoles = Infinity,
  initials,
  onLogout,
  desktopFrom,
  texts,
  Link,
  onNavigate,
}: UserMenuProps): ReactElement {
  const messages = { ...userMenuTexts, ...texts };
  const [open, setOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  const closeToButton = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useDismiss(root, open, (byEscape) => (byEscape ? closeToButton() : setOpen(false)));

  const logout = async (): Promise<void> => {
    if (leaving) return;
    setLeaving(true);
    let stay = false;
    try {
      stay = (await onLogout()) === false;
    } catch (error) {
      console.error('Error al cerrar sesión', error);
    }
    setLeaving(false);
    setOpen(false);
    if (stay) button.current?.focus();
    else if (onNavigate) onNavigate(loginHref);
    else window.location.assign(loginHref);
  };

  const roles = [...new Set(user?.roles)];
  return (
    <Root $from={desktopFrom} ref={root}>
      <button
        aria-controls={open ? panelId : undefined}
        aria-expanded={open}
        aria-label={user ? messages.userMenuOf(user.name) : messages.userMenu}
        onClick={() => setOpen(!open)}
        ref={button}
        type="button"
      >
        <Avatar name={initials && user?.name} photoUrl={user?.photoUrl} size={32} />
        {user && <span data-name>{user.name}</span>}
        <Icon outline={outlines.chevron} size={14} />
      </button>
      {open && (
        <div id={panelId}>
          {user && (
            <div data-identity>
              <Avatar name={initials && user.name} photoUrl={user.photoUrl} size={48} />
              <div>
                <p>{user.name}</p>
                <p>{user.email}</p>
              </div>
              {roles.length > 0 && (
                <ul aria-label={messages.roles}>
                  {roles.slice(0, maxRoles).map((role) => (
                    <li key={role}>{role}</li>
                  ))}
                  {roles.length > maxRoles && (
                    <li title={roles.slice(maxRoles).join(', ')}>
                      +{roles.length - maxRoles}
                      <span data-hidden> {messages.moreRoles(roles.slice(maxRoles))}</span>
                    </li>
                  )}
                </ul>
              )}
            </div>
          )}
          <ul data-entries>
            <li>
              <ShellLink href={profileHref} Link={Link} onFollow={closeToButton} onNavigate={onNavigate}>
                <Icon outline={outlines.person} />
                {messages.profile}
              </ShellLink>
            </li>
            <li>
              <button aria-disabled={leaving || undefined} onClick={logout} type="button">
                <Icon outline={outlines.logout} />
                {leaving ? messages.loggingOut : messages.logout}
              </button>
            </li>
          </ul>
        </div>
      )}
    </Root>
  );
}
