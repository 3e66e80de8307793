import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { signatories } from '@pauta/domain/crm/signatories/signatory.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { RowFacts, useRowFact } from '@pauta/ui/data/row-facts.tsx';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { ArrowDownUp, ListPlus } from 'lucide-react';
import { type ComponentType, lazy, type ReactElement, Suspense, useCallback, useState } from 'react';
import { isSimple, timesUsed, type UseCount } from './catalogue-api.ts';
import { cellsOf } from './catalogue-cells.tsx';

const UsagesDialog = lazy(async () => ({ default: (await import('./usages-dialog.tsx')).UsagesDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));
const OrderDialog = lazy(async () => ({ default: (await import('./order-dialog.tsx')).OrderDialog }));
const QuickNew = lazy(async () => ({ default: (await import('./quick-new.tsx')).QuickNew }));
const WeekChart = lazy(async () => ({ default: (await import('./week-chart.tsx')).WeekChart }));

/** The dialog or panel that is open. */
type Open =
  | { readonly what: 'usages' | 'merge'; readonly record: AnyRecord }
  | { readonly what: 'order' | 'new' }
  | null;

interface DialogsProps {
  readonly catalogue: Catalogue;
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onMerged?: (into: string) => void;
}

function Dialogs({ catalogue, open, onOpen, onMerged }: DialogsProps): ReactElement | null {
  const common = { catalogue, onClose: () => onOpen(null) };
  return (
    <Suspense fallback={null}>
      {open?.what === 'usages' && (
        <UsagesDialog
          {...common}
          onMerge={() => onOpen({ what: 'merge', record: open.record })}
          record={open.record}
        />
      )}
      {open?.what === 'merge' && (
        <MergeDialog {...common} record={open.record} {...(onMerged && { onMerged })} />
      )}
      {open?.what === 'order' && <OrderDialog {...common} />}
      {open?.what === 'new' && <QuickNew {...common} />}
    </Suspense>
  );
}

interface ValueProps {
  readonly catalogue: Catalogue;
  readonly record: AnyRecord;
}

/** At the end of a row: the number of uses, which opens the list of places, and merging. */
function RowActions({
  record,
  onOpen,
}: Pick<ValueProps, 'record'> & { readonly onOpen: (open: Open) => void }): ReactElement {
  const count = useRowFact<UseCount>(record.id, record.row_version);
  return (
    <Button
      aria-label={`Usos de ${String(record.name)}${count ? `: ${timesUsed(count)}` : ''}`}
      onClick={() => onOpen({ what: 'usages', record })}
      size="small"
      tone="quiet"
    >
      {count ? timesUsed(count) : 'Usos'}
    </Button>
  );
}

function DetailActions({ catalogue, record }: ValueProps): ReactElement {
  const [open, setOpen] = useState<Open>(null);
  const navigate = useNavigate();
  return (
    <>
      <Button onClick={() => setOpen({ what: 'usages', record })}>Usos</Button>
      <Dialogs
        catalogue={catalogue}
        onOpen={setOpen}
        onMerged={(into) => navigate(paths.record(catalogue, into), { replace: true })}
        open={open}
      />
    </>
  );
}

const hasWeek = ({ fields }: Catalogue): boolean =>
  'starts' in fields && 'ends' in fields && 'days' in fields;

function listScreen(catalogue: Catalogue): () => ReactElement {
  const cells = cellsOf(catalogue);
  // All stored fields are requested: a value is small, and the dialogs need any of them.
  const needs = Object.keys(catalogue.fields).filter((name) => !catalogue.fields[name]?.options.computed);
  return function CatalogueList(): ReactElement {
    const [open, setOpen] = useState<Open>(null);
    const may = useMay(catalogue);
    const change = may.permission(catalogue.permissions.updateAll);
    const refused = change.allowed ? undefined : change.reason;
    const rowActions = useCallback(
      (record: AnyRecord) => <RowActions onOpen={setOpen} record={record} />,
      [],
    );
    return (
      <RowFacts path={`/${catalogue.path}/usages`}>
        <ResourceList
          actions={
            <>
              <LinkButton to="/gestion/catalogos">Catálogos</LinkButton>
              <Button
                disabledReason={refused}
                icon={<ArrowDownUp aria-hidden size={16} />}
                onClick={() => setOpen({ what: 'order' })}
              >
                Ordenar
              </Button>
              {isSimple(catalogue) && (
                <Button
                  disabledReason={refused}
                  icon={<ListPlus aria-hidden size={16} />}
                  onClick={() => setOpen({ what: 'new' })}
                >
                  Alta rápida
                </Button>
              )}
            </>
          }
          above={
            hasWeek(catalogue) && (
              <Suspense fallback={null}>
                <WeekChart catalogue={catalogue} />
              </Suspense>
            )
          }
          cells={cells}
          needs={needs}
          resource={catalogue}
          rowActions={rowActions}
        />
        <Dialogs catalogue={catalogue} onOpen={setOpen} open={open} />
      </RowFacts>
    );
  };
}

const signing = signatories.sections.filter(({ fields }) => !fields.includes('company_id'));

/** Tabs with related data of catalogue values that has no page of its own. */
const tabsOf: Readonly<Record<string, readonly DetailTab[]>> = {
  companies: [
    {
      id: 'firmantes',
      label: 'Firmantes',
      content: (company) => (
        <RelatedList
          by="company_id"
          columns={[
            'full_name',
            'job_position_id',
            'capacity',
            'valid',
            'max_amount',
            'sign_mode',
            'is_default',
          ]}
          empty="Agregue a quienes firman por la compañía, con la vigencia y el límite de sus poderes."
          initial={{ country_id: company.country_id, currency_code: company.currency_code }}
          of={company}
          resource={signatories}
          sections={signing}
          title="name"
        />
      ),
    },
  ],
};

const made = new Map<string, ComponentType>();

/** The screens of one catalogue, derived from its definition. */
export function catalogueScreen(name: string): ComponentType {
  const ready = made.get(name);
  if (ready) return ready;
  const catalogue = catalogues.find((one) => one.name === name);
  if (!catalogue) throw new Error(`There is no catalogue ${name}`);
  const screen = resourceScreens(catalogue, {
    cells: cellsOf(catalogue),
    detail: {
      actions: (record) => <DetailActions catalogue={catalogue} record={record} />,
      tabs: tabsOf[name] ?? [],
    },
    screens: { list: listScreen(catalogue) },
  });
  made.set(name, screen);
  return screen;
}
