import { type PageKind, type Reflection, ReflectionKind } from 'typedoc';
import { MemberRouter } from 'typedoc-plugin-markdown';

/** Gives a page to what users call or pass. Other types are sections of the page of their entry point. */
export class ReferenceRouter extends MemberRouter {
  override getPageKind(reflection: Reflection): PageKind | undefined {
    return isDetail(reflection) ? undefined : super.getPageKind(reflection);
  }
}

/** Whether a type has neither methods nor an example: it is the result of a function, or a member of such a result. */
function isDetail(reflection: Reflection): boolean {
  if (!reflection.kindOf(ReflectionKind.Interface) || !reflection.isDeclaration()) return false;
  const hasMethods = reflection.children?.some((child) => child.kindOf(ReflectionKind.Method)) === true;
  const hasExample = reflection.comment?.getTag('@example') !== undefined;
  return !hasMethods && !hasExample;
}
