//! Taking turns back.

use super::{TableChange, TableOwner};
use http_api::{ApiError, TableEventKind};
use rules::Seat;

impl TableOwner {
    pub(super) fn request_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if !table.resources.rules.table.undo {
            return Err(ApiError::unprocessable("undo-forbidden", "turns cannot be taken back in this game"));
        }
        let nothing =
            || ApiError::unprocessable("nothing-to-undo", "you have no turn that can be taken back");
        let to = table.undo_to(seat).ok_or_else(nothing)?;
        if table.undo.as_ref().is_some_and(|undo| undo.seat == seat && undo.to == to) {
            return Err(ApiError::conflict("undo-asked", "you have asked already; the others have to agree"));
        }
        let is_alone = table.active_people().all(|other| other == seat);
        Ok(self.table_change(match is_alone {
            true => TableEventKind::Undone { to },
            false => TableEventKind::UndoAsked { seat, to },
        }))
    }

    pub(super) fn agree_to_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let table = &self.table;
        let undo = table.undo.as_ref().filter(|undo| undo.seat != seat).ok_or_else(no_undo_request)?;
        if undo.agreed.contains(&seat) {
            return Err(ApiError::conflict("agreed", "you have agreed already"));
        }
        let agrees = |other: Seat| other == seat || other == undo.seat || undo.agreed.contains(&other);
        Ok(self.table_change(match table.active_people().all(agrees) {
            true => TableEventKind::Undone { to: undo.to },
            false => TableEventKind::UndoAgreed { seat },
        }))
    }

    pub(super) fn decline_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        self.table.undo.as_ref().ok_or_else(no_undo_request)?;
        Ok(self.table_change(TableEventKind::UndoDeclined { seat }))
    }
}

fn no_undo_request() -> ApiError {
    ApiError::unprocessable("nothing-asked", "nobody wants to take a turn back")
}
