import { choice } from '../kinds/choice.ts';
import type { Fields } from '../kinds/kind.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';

export type ViewVisibility = 'private' | 'shared';

/** A saved view of a list, with the caller's own settings of it. */
export interface SavedView {
  readonly id: string;
  /** Name of the resource. */
  readonly resource: string;
  readonly name: string;
  /** Query string of the list without page, as `formatView` writes it. */
  readonly params: string;
  readonly visibility: ViewVisibility;
  readonly owner: { readonly id: string; readonly label: string };
  readonly is_mine: boolean;
  /** Whether the caller may change or delete it. */
  readonly may_edit: boolean;
  /** Whether it is the default view of the list, for all users without a default of their own. */
  readonly is_shared_default: boolean;
  /** The caller's own default, pin and order. */
  readonly is_default: boolean;
  readonly is_pinned: boolean;
  readonly position: number;
  readonly row_version: number;
}

/** Longest query string of a view. */
export const longestParams = 8000;

/** Maximum number of views of one list per user. */
export const mostOwnViews = 100;

/** Permission to share views with all users and to maintain shared views. */
export const sharePermission = 'views.share';

/** The editable part of a view; `params` is validated against its list. */
export const viewFields = {
  name: text('Nombre', { max: 80, required: true }),
  visibility: choice(
    'Quién la ve',
    { private: 'Solo yo', shared: 'Todos' },
    { required: true, initial: 'private' },
  ),
  is_shared_default: yesNo('Vista inicial de todos'),
} satisfies Fields;
