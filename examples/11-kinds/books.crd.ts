import { cel, defineCrd, listSet } from '@slipway/crd';
import { z } from 'zod';

export function defineBooks(genres: readonly [string, ...string[]]) {
  const spec = z
    .object({
      title: z.string().min(1).describe('As on the cover.'),
      genre: z.enum(genres),
      pages: z.int().min(1).default(100),
      tags: z.array(z.string().max(32)).max(8).meta(listSet).optional(),
    })
    .meta(cel({ rule: "self.genre != 'Poetry' || self.pages <= 200", message: 'poems are short' }));
  return defineCrd({ group: 'library.example.com', kind: 'Book', scope: 'Namespaced', versions: { v1: { spec } } });
}

export const books = defineBooks(['Novel', 'Poetry']);
