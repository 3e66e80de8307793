// The lists below the matrix, which load together: each is a definition and little else.
export { AvailsSheets } from '../avails/avails-sheets.tsx';
export { Exclusivities } from '../exclusivities/exclusivities.tsx';
export { Holds } from '../holds/holds.tsx';
export { CapacityOverrides } from '../overrides/capacity-overrides.tsx';
