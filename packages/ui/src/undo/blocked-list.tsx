import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { BlockedRecord } from './undo-answer.ts';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  max-block-size: 18rem;
  margin: ${t('space-3')} 0 0;
  padding: 0;
  overflow: auto;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-md')};
  list-style: none;
  & > li { display: flex; flex-direction: column; padding: ${t('space-2')} ${t('space-3')}; overflow-wrap: anywhere; }
  & > li + li { border-block-start: 1px solid ${t('color-border')}; }
  & > li > :first-child { font-weight: ${t('weight-medium')}; }
  & > li > span { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > li[data-more] { color: ${t('color-text-muted')}; }
`;

export interface BlockedListProps {
  readonly blocked: readonly BlockedRecord[];
  /** Total number of blocked records; `blocked` may contain only the first ones. */
  readonly total: number;
  readonly label: string;
  /** Opens the page of a record. */
  readonly onGo: (path: string) => void;
}

/** Lists the records that were not or would not be changed, each with the reason and a link to its page. */
export function BlockedList({ blocked, total, label, onGo }: BlockedListProps): ReactElement | null {
  if (blocked.length === 0) return null;
  return (
    <List aria-label={label} tabIndex={0}>
      {blocked.map(({ id, title, reason, path }) => (
        <li key={id}>
          {path ? (
            <a
              href={path}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                onGo(path);
              }}
            >
              {title}
            </a>
          ) : (
            <strong>{title}</strong>
          )}
          <span>{reason}</span>
        </li>
      ))}
      {total > blocked.length && <li data-more>Y {formatCount(total - blocked.length)} más.</li>}
    </List>
  );
}
