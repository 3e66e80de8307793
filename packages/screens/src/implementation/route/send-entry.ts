import { type ApiClient, ApiError } from '@pauta/core';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { workOrderStates } from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import { workOrderPhotos } from '@pauta/domain/implementation/work-orders/work-order-photo.ts';
import { workOrderSteps } from '@pauta/domain/implementation/work-orders/work-order-step.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uploadFile } from '@pauta/ui/data/upload-file.ts';
import type { HistoryEntry } from '@pauta/ui/data/use-record.ts';
import { changeEntry, type FieldEntry, type QueuedAct } from './field-store.ts';

/** What became of an entry: sent, refused with a message, or to be sent later because nothing answered. */
export type Sent =
  | { readonly is: 'sent' }
  | { readonly is: 'later' }
  | { readonly is: 'refused'; readonly why: string };

/** What another attempt may change: the network, a busy server, a session that ended. */
const isPassing = (status: number): boolean =>
  status === 0 || status >= 500 || [401, 408, 423, 425, 429].includes(status);

/** Somebody else did something with the order meanwhile. */
class Overtaken extends Error {}

const pathOf = ({ orderId }: QueuedAct): string => `/${workOrders.path}/${orderId}`;

/** Who brought an order into its state, and when, as far as the reader may know. */
const whoDid = async (api: ApiClient, entry: QueuedAct, status: string): Promise<string> => {
  const state = workOrderStates[status as keyof typeof workOrderStates]?.[0] ?? status;
  const { data } = await api.get<{ data: readonly HistoryEntry[] }>(`${pathOf(entry)}/history`);
  const last = data.find(({ changes }) => changes.some(({ field }) => field === 'status'));
  return last
    ? `${last.actor.name} ya la dejó en «${state}» el ${formatInstant(last.at)}`
    : `Ya está en «${state}»`;
};

/** The version to act on; null: the order was started already, so that there is nothing to do. */
const versionFor = async (api: ApiClient, entry: QueuedAct): Promise<number | null> => {
  const { data: order } = await api.get<{ data: AnyRecord }>(pathOf(entry));
  const command = workOrders.commands[entry.act];
  const status = String(order.status);
  if (command?.from?.includes(status)) return order.row_version;
  if (entry.act === 'start' && status === command?.to) return null;
  throw new Overtaken(
    `${await whoDid(api, entry, status)}. Los pasos y las fotos de este teléfono se conservan: avise a tráfico si falta algo.`,
  );
};

const act = async (api: ApiClient, entry: QueuedAct): Promise<void> => {
  const run = (version: number): Promise<unknown> =>
    api.post(`${pathOf(entry)}/${entry.act}`, {}, { ifMatch: version, idempotencyKey: entry.id });
  const first = async (): Promise<void> => {
    const version = await versionFor(api, entry);
    if (version === null) return;
    await changeEntry(entry.id, { version });
    await run(version);
  };
  if (entry.version === null) return first();
  try {
    await run(entry.version);
  } catch (error) {
    // The order changed before this was answered for the first time.
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    await first();
  }
};

const send = async (api: ApiClient, entry: FieldEntry): Promise<void> => {
  if (entry.kind === 'act') return act(api, entry);
  const idempotencyKey = entry.id;
  const at = new Date(entry.madeAt).toISOString();
  if (entry.kind === 'tick') {
    const name = entry.isDone ? 'tick' : 'untick';
    const body = entry.isDone ? { done_at: at } : {};
    await api.post(`/${workOrderSteps.path}/${entry.stepId}/${name}`, body, { idempotencyKey });
    return;
  }
  const file = new File([entry.content], entry.name, {
    type: entry.content.type,
    lastModified: entry.madeAt,
  });
  const stored = await uploadFile(api, file, new AbortController().signal, () => {});
  const place = (degrees: number | null): string | null => (degrees === null ? null : degrees.toFixed(6));
  await api.post(
    `/${workOrderPhotos.path}`,
    {
      work_order_id: entry.orderId,
      description: entry.title,
      file: stored.id,
      taken_at: at,
      latitude: place(entry.latitude),
      longitude: place(entry.longitude),
      accuracy_m: entry.accuracy_m,
      sha256: entry.sha256,
    },
    // The file has another id at each attempt, so the same key would be refused for another body; the hash keeps a
    // photo from being there twice.
    {},
  );
};

/** Sends an entry. A photo that is there already was sent before its answer was lost. */
export const sendEntry = async (api: ApiClient, entry: FieldEntry): Promise<Sent> => {
  try {
    await send(api, entry);
    return { is: 'sent' };
  } catch (error) {
    if (error instanceof Overtaken) return { is: 'refused', why: error.message };
    if (!(error instanceof ApiError)) return { is: 'later' };
    if (entry.kind === 'photo' && error.status === 409 && error.code === 'duplicate') return { is: 'sent' };
    if (entry.kind === 'tick' && !entry.isDone && error.code === 'not_done') return { is: 'sent' };
    return isPassing(error.status) ? { is: 'later' } : { is: 'refused', why: error.message };
  }
};
