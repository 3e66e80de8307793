'use client';

export { PautaProvider, type PautaProviderProps } from './react/pauta-provider.tsx';
export { useApi } from './react/use-api.ts';
export { type ApiMutation, type ApiMutationOptions, useApiMutation } from './react/use-api-mutation.ts';
export { type ApiQuery, type ApiQueryOptions, useApiQuery } from './react/use-api-query.ts';
export { useInvalidate } from './react/use-invalidate.ts';
export { usePermission } from './react/use-permission.ts';
export { type UseSession, useSession } from './react/use-session.ts';
export { type UseSettings, useSettings } from './react/use-settings.ts';
export { useUser } from './react/use-user.ts';
