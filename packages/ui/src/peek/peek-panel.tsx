import { isActive } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { ArrowUpRight, ChevronDown, ChevronUp, Pencil, X } from 'lucide-react';
import { type ComponentType, type ReactElement, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { DescriptionList } from '../controls/description-list.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { useLabels } from '../data/use-label.ts';
import { useRecord } from '../data/use-record.ts';
import { type CellProps, cells } from '../field-components/cells.tsx';

export interface PeekPanelProps {
  readonly resource: Resource;
  readonly id: string;
  /** The record as loaded by the list, shown until the complete record is loaded. */
  readonly row?: AnyRecord | undefined;
  /** Address of the record's page; null if it has none. */
  readonly to: string | null;
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>> | undefined;
  /** Opens the previous record; undefined if there is none. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onOpen?: ((record: AnyRecord) => void) | undefined;
  readonly onClose: () => void;
}

const Side = styled.aside`
  position: fixed;
  inset-block: ${t('bar-height')} 0;
  inset-inline-end: 0;
  z-index: ${t('z-sticky')};
  display: flex;
  flex-direction: column;
  inline-size: min(28rem, 45vw);
  border-inline-start: 1px solid ${t('color-border')};
  background: ${t('color-surface-raised')};
  box-shadow: ${t('shadow-lg')};
  & > header { display: flex; align-items: flex-start; gap: ${t('space-1')}; padding: ${t('space-4')} ${t('space-3')} ${t('space-2')} ${t('space-5')}; }
  & > header > h2 { flex: 1; min-inline-size: 0; padding-block: ${t('space-1')}; font-size: ${t('text-lg')}; overflow-wrap: anywhere; }
  & > [data-body] { flex: 1; overflow: auto; padding: ${t('space-1')} ${t('space-5')} ${t('space-5')}; }
  @media print { display: none; }
`;

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-5')};
  & > [data-actions] { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; }
  & dl { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: ${t('space-3')} ${t('space-4')}; }
  & > section { display: flex; flex-direction: column; gap: ${t('space-3')}; }
  & > section > h3 {
    padding-block-end: ${t('space-1')};
    border-block-end: 1px solid ${t('color-border')};
    font-size: ${t('text-sm')};
    font-weight: ${t('weight-bold')};
  }
`;

const wide = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isWide = (): boolean => matchMedia(wide).matches;

/**
 * A panel beside the list with all data of a record, read-only, and buttons for the previous and the next record. On a
 * wide screen the list can still be used; on a narrow one the panel covers it.
 */
export function PeekPanel(props: PeekPanelProps): ReactElement {
  const { resource, id, row, onPrevious, onNext, onClose } = props;
  const beside = useSyncExternalStore(subscribe, isWide, () => true);
  const answer = useRecord(resource, id);
  const record = answer.data?.data ?? row;
  const title = record ? String(record[resource.title] ?? resource.label.one) : resource.label.one;
  const steps = (
    <>
      <IconButton
        disabledReason={onPrevious ? undefined : 'Es la primera fila.'}
        icon={<ChevronUp aria-hidden size={18} />}
        label="Registro anterior"
        onClick={onPrevious}
      />
      <IconButton
        disabledReason={onNext ? undefined : 'Es la última fila.'}
        icon={<ChevronDown aria-hidden size={18} />}
        label="Registro siguiente"
        onClick={onNext}
      />
    </>
  );
  const failed = answer.error && !record ? describeFailure(answer.error) : null;
  const body = record ? (
    <Content {...props} record={record} />
  ) : failed ? (
    <EmptyState
      actions={
        failed.retry && (
          <Button loading={answer.isValidating} onClick={() => void answer.mutate()}>
            Reintentar
          </Button>
        )
      }
      title={failed.title}
    >
      {failed.message}
    </EmptyState>
  ) : (
    <Skeleton lines={9} />
  );
  if (!beside) {
    return (
      <Dialog full onClose={onClose} open title={title} width={40}>
        <Body as="div" style={{ marginBlockEnd: '1rem' }}>
          <div data-actions>{steps}</div>
        </Body>
        {body}
      </Dialog>
    );
  }
  return (
    <Side aria-label={`Vista rápida: ${title}`}>
      <VisuallyHidden role="status">Vista rápida de {title}</VisuallyHidden>
      <header>
        <h2>{title}</h2>
        {steps}
        <IconButton icon={<X aria-hidden size={18} />} label="Cerrar la vista rápida" onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable to scroll it by keyboard. */}
      <section aria-label="Datos" data-body tabIndex={0}>
        {body}
      </section>
    </Side>
  );
}

function Content({
  resource,
  record,
  to,
  cells: own = {},
  onOpen,
}: PeekPanelProps & { record: AnyRecord }): ReactElement {
  const labels = useLabels();
  const may = useMay(resource);
  const mayUpdate = may.update(record);
  const itemsOf = (names: readonly string[]) =>
    names
      .map((name) => ({ name, field: fieldOf(resource, name) }))
      .filter(({ name, field }) => labels.visible(field) && name in record && isActive(field, record))
      .map(({ name, field }) => {
        const Cell = own[name] ?? cells[field.kind.name];
        return {
          key: name,
          label: labels.label(field),
          value: <Cell field={field} place="detail" record={record} value={record[name]} />,
          wide: field.kind.name === 'longText',
        };
      });
  const sections = resource.sections
    .map((section) => ({ ...section, items: itemsOf(section.fields) }))
    .filter(({ items }) => items.length > 0);
  return (
    <Body>
      <div data-actions>
        {to !== null && (
          <LinkButton
            icon={<ArrowUpRight aria-hidden size={15} />}
            onClick={() => onOpen?.(record)}
            size="small"
            to={to}
            tone="primary"
          >
            Abrir
          </LinkButton>
        )}
        {to !== null &&
          resource.operations.includes('update') &&
          !record.archived_at &&
          (mayUpdate.allowed ? (
            <LinkButton
              icon={<Pencil aria-hidden size={14} />}
              size="small"
              to={paths.edit(resource, record.id)}
            >
              Editar
            </LinkButton>
          ) : (
            <Button disabledReason={mayUpdate.reason} icon={<Pencil aria-hidden size={14} />} size="small">
              Editar
            </Button>
          ))}
      </div>
      {sections.map(({ label, items }) => (
        <section key={label}>
          <h3>{label}</h3>
          <DescriptionList items={items} />
        </section>
      ))}
      <section>
        <h3>Registro</h3>
        <DescriptionList items={itemsOf(['created_at', 'updated_at'])} />
      </section>
    </Body>
  );
}
