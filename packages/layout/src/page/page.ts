export { Breadcrumbs, type BreadcrumbsProps } from './breadcrumbs.tsx';
export { type PageInfo, usePage, useShowsTrail, useTitle, useTrailShown } from './current-page.ts';
export { type DocumentTitleOptions, documentTitle, useDocumentTitle } from './document-title.ts';
export { PrintHeader, type PrintHeaderProps } from './print-header.tsx';
export { type Crumb, type CrumbLink, type ExtraPage, trailOf, withPages } from './trail.ts';
