import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useMemo,
  useRef,
} from 'react';
import { styled } from 'styled-components';
import type { Slice } from '../menu/fold.ts';
import type { Menu, MenuItem } from '../menu/menu.ts';
import { type FoundGroup, type FoundItem, searchMenu } from '../menu/search-menu.ts';
import { Badge } from '../parts/badge.tsx';
import { type Navigation, ShellLink } from '../parts/link.tsx';
import { menuTexts, type Texts } from '../parts/texts.ts';
import { Icon } from '../theme/icon.tsx';
import * as outlines from '../theme/outlines.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { isGroupOpen } from './menu-state.ts';
import { sideMenuStyles } from './styles.ts';
import { useFlyout } from './use-flyout.ts';
import type { MenuControls } from './use-menu-state.ts';

export interface SideMenuProps
  extends Navigation,
    Texts,
    Pick<MenuControls, 'state' | 'dispatch' | 'current'> {
  readonly menu: Menu;
  /** Whether to show a rail of icons. Separate from `state.collapsed`, because a drawer is never a rail. */
  readonly rail?: boolean | undefined;
  /** Label at the end of the menu. Default `v1.0.0`. */
  readonly version?: string | undefined;
  readonly id?: string | undefined;
  /** Content beside each link, such as a `FavoriteButton`. Not on the rail itself. */
  readonly itemAction?: ((item: MenuItem) => ReactNode) | undefined;
  /** Called when a link is followed in this tab. */
  readonly onFollow?: (() => void) | undefined;
}

const Root = styled.nav`${sideMenuStyles}`;

/** The label, with the matches of the search marked. */
function Label({ children: label, marks }: { children: string; marks: readonly Slice[] }): ReactElement {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [start, end] of marks) {
    parts.push(
      <Fragment key={start}>
        {label.slice(done, start)}
        <mark>{label.slice(start, end)}</mark>
      </Fragment>,
    );
    done = end;
  }
  return (
    <span data-label>
      {parts}
      {label.slice(done)}
    </span>
  );
}

/**
 * The menu: a search box, groups as buttons that show and hide lists of links, and the version. As a rail it shows only
 * icons, and a group's links in a flyout beside its icon.
 *
 * @example
 * const menuState = useMenuState({ menu, currentPath });
 * return <SideMenu menu={menu} {...menuState} />;
 */
export function SideMenu({
  menu,
  state,
  dispatch,
  current,
  rail = false,
  version = 'v1.0.0',
  id,
  itemAction,
  onFollow,
  texts,
  Link,
  onNavigate,
}: SideMenuProps): ReactElement {
  const messages = { ...menuTexts, ...texts };
  const nav = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const focusSearch = useRef(false);
  const prefix = useId();
  const { flyout, press, close, place, events } = useFlyout(nav, rail);
  const { searching, entries, count } = useMemo(() => searchMenu(menu, state.query), [menu, state.query]);
  const currentGroup = current?.group?.id ?? null;

  useBeforePaint(() => {
    if (rail || !focusSearch.current) return;
    focusSearch.current = false;
    input.current?.focus();
  }, [rail]);

  useBeforePaint(() => {
    if (current) nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const search = (query: string): void => dispatch({ type: 'search', query });

  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const first = nav.current?.querySelector<HTMLAnchorElement>('ul:not([hidden]) a[href]');
    if (event.key === 'Escape' && state.query !== '') search('');
    else if (event.key === 'ArrowDown') first?.focus();
    else if (event.key === 'Enter' && searching && !event.nativeEvent.isComposing) first?.click();
    else return;
    event.preventDefault();
  };

  /** The heading above the first entry of a section; none above search results. */
  const sectionAt = (rows: readonly (FoundItem | FoundGroup)[], at: number): string | undefined => {
    const section = rows[at]?.entry.section;
    return searching || section?.id === rows[at - 1]?.entry.section?.id ? undefined : (section?.label ?? '');
  };

  const link = (entry: MenuItem, marks: readonly Slice[]): ReactElement => {
    const content = (
      <>
        {entry.icon && <span data-icon>{entry.icon}</span>}
        <Label marks={marks}>{entry.label}</Label>
        <Badge badge={entry.badge} />
      </>
    );
    if (entry.disabledReason)
      return (
        // biome-ignore lint/a11y/useValidAnchor: a disabled link has no address.
        <a aria-disabled="true" role="link" tabIndex={0} title={entry.disabledReason}>
          {content}
          <span data-hidden>. {entry.disabledReason}</span>
        </a>
      );
    const action = itemAction?.(entry);
    return (
      <>
        <ShellLink
          aria-current={current?.item.id === entry.id ? (current.exact ? 'page' : 'true') : undefined}
          href={entry.href}
          Link={Link}
          onFollow={() => {
            close();
            onFollow?.();
          }}
          onNavigate={onNavigate}
        >
          {content}
        </ShellLink>
        {action && <span data-action>{action}</span>}
      </>
    );
  };

  const group = ({ entry, marks, items }: FoundGroup): ReactElement => {
    const open = rail
      ? flyout?.id === entry.id && flyout.mode !== 'name'
      : isGroupOpen(state, entry.id, currentGroup);
    const listId = `${prefix}${entry.id}`;
    return (
      <>
        <button
          aria-controls={listId}
          aria-expanded={open}
          data-current={entry.id === currentGroup || undefined}
          onClick={(event) =>
            rail
              ? press(entry.id, event.currentTarget)
              : dispatch({ type: 'toggle-group', id: entry.id, current: currentGroup })
          }
          type="button"
        >
          {entry.icon && <span data-icon>{entry.icon}</span>}
          <Label marks={marks}>{entry.label}</Label>
          <Badge badge={entry.badge} />
          <Icon outline={outlines.chevron} size={16} />
        </button>
        <div data-flyout hidden={!open} id={listId}>
          {rail && <p aria-hidden="true">{entry.label}</p>}
          <ul>
            {items.map((item, at) => (
              <li data-section={sectionAt(items, at)} key={item.entry.id}>
                {link(item.entry, item.marks)}
              </li>
            ))}
          </ul>
        </div>
      </>
    );
  };

  const row = (found: FoundItem | FoundGroup, at: number): ReactElement => {
    const isGroupRow = 'items' in found;
    return (
      <li
        data-section={sectionAt(entries, at)}
        data-named={flyout?.id === found.entry.id && flyout.mode === 'name' ? '' : undefined}
        key={found.entry.id}
        {...(rail && events(found.entry.id, isGroupRow))}
      >
        {isGroupRow ? group(found) : link(found.entry, found.marks)}
      </li>
    );
  };

  return (
    <Root aria-label={messages.menu} data-rail={rail || undefined} id={id} ref={nav}>
      <div data-search>
        {rail ? (
          <button
            aria-label={messages.search}
            data-icon-button
            onClick={() => {
              focusSearch.current = true;
              dispatch({ type: 'expand-rail' });
            }}
            title={messages.search}
            type="button"
          >
            <Icon outline={outlines.search} />
          </button>
        ) : (
          <>
            <Icon outline={outlines.search} size={18} />
            <input
              aria-label={messages.search}
              autoComplete="off"
              enterKeyHint="search"
              onChange={(event) => search(event.target.value)}
              onKeyDown={onSearchKey}
              placeholder={messages.searchPlaceholder}
              ref={input}
              spellCheck={false}
              type="search"
              value={state.query}
            />
            {state.query !== '' && (
              <button
                aria-label={messages.clearSearch}
                onClick={() => {
                  search('');
                  input.current?.focus();
                }}
                type="button"
              >
                <Icon outline={outlines.close} size={16} />
              </button>
            )}
          </>
        )}
      </div>
      <p data-status={searching && count === 0 ? 'empty' : ''} role="status">
        {searching && (count === 0 ? messages.noResults : messages.results(count))}
      </p>
      <ul data-menu onScroll={place}>
        {entries.map(row)}
      </ul>
      <p data-version>{version}</p>
    </Root>
  );
}
