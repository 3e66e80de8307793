import { isDocument } from '@pauta/domain/resource/lines.ts';
import { type AnyRecord, importPermission, type Resource } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { Card } from '../controls/card.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import type { DocumentFormProps } from '../document/form/document-form.tsx';
import type { DocumentRecordProps } from '../document/record/document-record.tsx';
import type { CellProps } from '../field-components/cells.tsx';
import type { Input } from '../field-components/inputs.tsx';
import type { ResourceFormProps } from '../form/resource-form.tsx';
import type { ImportScreenProps } from '../import/import-screen.tsx';
import { ResourceList, type ResourceListProps } from '../list/resource-list.tsx';
import { Route, Routes, useParams } from '../router.ts';
import type { FormScreenProps } from './form-screen.tsx';

const LazyDetail = lazy(async () => ({
  default: (await import('../detail/resource-detail.tsx')).ResourceDetail,
}));
const LazyImport = lazy(async () => ({
  default: (await import('../import/import-screen.tsx')).ImportScreen,
}));
const LazyImports = lazy(async () => ({
  default: (await import('../import/history/import-history.tsx')).ImportHistory,
}));
const LazyForm = lazy(async () => ({ default: (await import('./form-screen.tsx')).FormScreen }));
// Loaded only for documents, which are resources with lines.
const LazyDocumentRecord = lazy(async () => ({
  default: (await import('../document/record/document-record.tsx')).DocumentRecord,
}));
const LazyDocumentForm = lazy(async () => {
  const [{ FormScreen }, { DocumentForm }] = await Promise.all([
    import('./form-screen.tsx'),
    import('../document/form/document-form.tsx'),
  ]);
  return { default: (props: FormScreenProps) => <FormScreen {...props} form={DocumentForm} /> };
});

/** Props of a custom screen. */
export interface OwnScreenProps {
  readonly resource: Resource;
  /** Id of the record; absent in the list and for a new one. */
  readonly id?: string;
}

/**
 * Overrides of the derived screens at several levels: a cell or an input of one field, a slot, a whole screen.
 * Everything else stays derived.
 */
export interface ScreenOverrides {
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  readonly inputs?: Readonly<Record<string, Input>>;
  readonly list?: Partial<Omit<ResourceListProps, 'resource'>>;
  readonly form?: Partial<
    Omit<ResourceFormProps, 'resource' | 'record' | 'onSaved' | 'onCancel'> &
      Pick<
        DocumentFormProps,
        | 'useTables'
        | 'lineInputs'
        | 'follows'
        | 'lineNotes'
        | 'lineActions'
        | 'linesEditors'
        | 'summary'
        | 'aside'
      >
  >;
  readonly detail?: Partial<Omit<DocumentRecordProps, 'resource' | 'id'>>;
  /** Whole screens; components may be lazily loaded. */
  readonly screens?: {
    readonly list?: ComponentType<OwnScreenProps>;
    readonly create?: ComponentType<OwnScreenProps>;
    readonly detail?: ComponentType<OwnScreenProps>;
    readonly edit?: ComponentType<OwnScreenProps>;
  };
  /** What follows an import that took over records from another system (`takenOver`). */
  readonly takenOver?: ImportScreenProps['takenOver'];
  /**
   * Further screens by the segment that follows the path of the resource, such as `fusionar`. Components may be lazily
   * loaded.
   */
  readonly routes?: Readonly<Record<string, { readonly title: string; readonly screen: ComponentType }>>;
}

/**
 * The screens of a resource by path: list, `nuevo`, `importar` and `importaciones` if it can be imported, `:id`,
 * `:id/editar`. Mount the component at `<screen>/*`. Documents get the screens of documents, with their lines.
 *
 * @example export const Clients = resourceScreens(clients, { cells: { credit_status: CreditCell } });
 */
export function resourceScreens(resource: Resource, overrides: ScreenOverrides = {}): ComponentType {
  const { screens = {}, cells, inputs, routes = {} } = overrides;
  const shared = { ...(cells && { cells }) };
  const taken = { ...(inputs && { inputs }) };
  const [Form, Detail] = isDocument(resource)
    ? [LazyDocumentForm, LazyDocumentRecord]
    : [LazyForm, LazyDetail];

  function ListScreen(): ReactElement {
    const Own = screens.list;
    return Own ? (
      <Own resource={resource} />
    ) : (
      <ResourceList resource={resource} {...shared} {...overrides.list} />
    );
  }
  function CreateScreen(): ReactElement {
    const Own = screens.create;
    return Own ? <Own resource={resource} /> : <Form resource={resource} {...taken} {...overrides.form} />;
  }
  function DetailScreen(): ReactElement {
    const { id = '' } = useParams();
    const Own = screens.detail;
    return Own ? (
      <Own id={id} key={id} resource={resource} />
    ) : (
      <Detail id={id} key={id} resource={resource} {...shared} {...taken} {...overrides.detail} />
    );
  }
  function EditScreen(): ReactElement {
    const { id = '' } = useParams();
    const Own = screens.edit;
    return Own ? (
      <Own id={id} key={id} resource={resource} />
    ) : (
      <Form id={id} key={id} resource={resource} {...taken} {...overrides.form} />
    );
  }

  return function ResourceScreens(): ReactElement {
    return (
      <Routes>
        <Route element={<ListScreen />} index />
        <Route
          element={
            <Suspense fallback={<Waiting title={newOne(resource.label)} />}>
              <CreateScreen />
            </Suspense>
          }
          path="nuevo"
        />
        {Object.entries(routes).map(([path, { title, screen: Screen }]) => (
          <Route
            element={
              <Suspense fallback={<Waiting title={title} />}>
                <Screen />
              </Suspense>
            }
            key={path}
            path={path}
          />
        ))}
        {importPermission(resource) !== null && (
          <Route
            element={
              <Suspense
                fallback={<Waiting title={`Importar ${resource.label.many.toLocaleLowerCase('es')}`} />}
              >
                <LazyImport resource={resource} takenOver={overrides.takenOver} />
              </Suspense>
            }
            path="importar"
          />
        )}
        {importPermission(resource) !== null && (
          <Route
            element={
              <Suspense
                fallback={
                  <Waiting title={`Importaciones de ${resource.label.many.toLocaleLowerCase('es')}`} />
                }
              >
                <LazyImports resource={resource} />
              </Suspense>
            }
            path="importaciones"
          />
        )}
        <Route
          element={
            <Suspense fallback={<Waiting title={resource.label.one} />}>
              <DetailScreen />
            </Suspense>
          }
          path=":id"
        />
        <Route
          element={
            <Suspense fallback={<Waiting title={resource.label.one} />}>
              <EditScreen />
            </Suspense>
          }
          path=":id/editar"
        />
      </Routes>
    );
  };
}

/** The page shown while the code of the screen is loading. */
function Waiting({ title }: { title: string }): ReactElement {
  return (
    <Page>
      <PageHeader title={title} />
      <Card>
        <Skeleton lines={9} />
      </Card>
    </Page>
  );
}

export type { AnyRecord, FormScreenProps };
