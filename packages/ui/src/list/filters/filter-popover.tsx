import { type Filter, formatFilter, parseFilter } from '@pauta/domain/resource/query/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import { focusFirst } from '../../controls/focus.ts';
import { Popover } from '../../controls/popover.tsx';
import type { Labels } from '../../data/use-label.ts';
import { filters as filterComponents } from '../../field-components/filters.tsx';

const Root = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  & > h2 { font-size: ${t('text-md')}; }
  & > ul { display: flex; flex-direction: column; margin: 0 calc(-1 * ${t('space-1')}); padding: 0; list-style: none; }
  & > ul button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: max(34px, ${t('target-size')});
    padding: 0 ${t('space-2')};
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    text-align: start;
    cursor: pointer;
  }
  & > ul button:hover { background: ${t('color-hover')}; }
  & > ul svg { color: ${t('color-text-muted')}; }
  & > footer { display: flex; justify-content: flex-end; gap: ${t('space-2')}; }
  & > footer > :first-child { margin-inline-end: auto; }
`;

export interface FilterPopoverProps {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly names: readonly string[];
  readonly filters: readonly Filter[];
  /** Initially selected field; null offers all of them. */
  readonly start: string | null;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onApply: (name: string, filter: Filter | undefined) => void;
  readonly onClose: () => void;
}

/** A popover to select a field and its condition. Loaded when it is first opened. */
export function FilterPopover({
  resource,
  labels,
  names,
  filters,
  start,
  trigger,
  onApply,
  onClose,
}: FilterPopoverProps): ReactElement {
  const [name, setName] = useState(start);
  return (
    <Popover
      label={name ? `Filtrar por ${labels.label(fieldOf(resource, name))}` : 'Filtrar por'}
      onClose={onClose}
      open
      trigger={trigger}
    >
      {name === null ? (
        <Root as="div">
          <h2>Filtrar por</h2>
          <ul>
            {names.map((one) => (
              <li key={one}>
                <button onClick={() => setName(one)} type="button">
                  {labels.label(fieldOf(resource, one))}
                  <ChevronRight aria-hidden size={15} />
                </button>
              </li>
            ))}
          </ul>
        </Root>
      ) : (
        <Editor
          filter={filters.find((filter) => filter.field === name)}
          key={name}
          labels={labels}
          name={name}
          onApply={(filter) => {
            onApply(name, filter);
            onClose();
          }}
          onBack={start === null ? () => setName(null) : undefined}
          resource={resource}
        />
      )}
    </Popover>
  );
}

function Editor({
  resource,
  labels,
  name,
  filter,
  onApply,
  onBack,
}: {
  resource: Resource;
  labels: Labels;
  name: string;
  filter: Filter | undefined;
  onApply: (filter: Filter | undefined) => void;
  onBack: (() => void) | undefined;
}): ReactElement | null {
  const [draft, setDraft] = useState(filter);
  const [wrong, setWrong] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const field = fieldOf(resource, name);
  const FilterComponent = filterComponents[field.kind.name];
  useEffect(() => {
    focusFirst(root.current?.querySelector('[data-filter-face]'));
  }, []);
  if (!FilterComponent) return null;
  const apply = (): void => {
    const isNone = draft === undefined || ('value' in draft && draft.value.trim() === '');
    const read = isNone ? undefined : parseFilter(name, field, formatFilter(draft));
    if (read !== null) onApply(read);
    else setWrong(true);
  };
  return (
    <Root
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        apply();
      }}
      ref={root}
    >
      <div data-filter-face>
        <FilterComponent
          field={field}
          filter={draft}
          label={labels.label(field)}
          name={name}
          onChange={setDraft}
        />
      </div>
      {wrong && <p role="alert">Revise los valores del filtro.</p>}
      <footer>
        {onBack ? (
          <Button icon={<ArrowLeft aria-hidden size={15} />} onClick={onBack} size="small" tone="quiet">
            Otros
          </Button>
        ) : (
          <Button onClick={() => onApply(undefined)} size="small" tone="quiet">
            Quitar
          </Button>
        )}
        <Button size="small" tone="primary" type="submit">
          Aplicar
        </Button>
      </footer>
    </Root>
  );
}
