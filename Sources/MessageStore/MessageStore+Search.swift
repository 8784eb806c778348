import Database
package import IMModel

extension MessageStore {
    /// Searches the history, the last to arrive first, at most `limit` a page. Hand `next` of one page to the call for the
    /// next one; a page can be short, even empty, and not the last. Words of which nothing can be searched find nothing.
    package func search(
        _ query: SearchQuery, from next: MessageID? = nil, limit: Int,
        completion: @escaping (Result<SearchPage, StoreError>) -> Void
    ) {
        let below = next.flatMap { Int64($0.rawValue) }
        read { (access) throws(DatabaseError) -> SearchPage in
            try access.search(query, below: below, limit: limit)
        } completion: {
            completion($0)
        }
    }

    /// How much of the history is in the search index, in percent; `nil` for all of it.
    package func indexedPercent(completion: @escaping (Result<Int?, StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> Int? in
            try access.indexedPercent()
        } completion: {
            completion($0)
        }
    }

    /// Indexes a few of the messages that are not in the search index (after a recovery); answers how much is indexed then, in
    /// percent, `nil` when all is. Call it again, with a pause for others, until it does.
    package func indexMore(completion: @escaping (Result<Int?, StoreError>) -> Void) {
        write(.normal, rows: StoreAccess.indexBatch) { (access) throws(DatabaseError) -> Int? in
            try access.indexNext()
        } completion: {
            completion($0)
        }
    }
}
