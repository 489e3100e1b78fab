package main

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

const (
	finalizer  = "bench.slipway.dev/widget"
	fieldOwner = client.FieldOwner("widget-operator")
)

type reconciler struct {
	client.Client

	// Whether a child that the cache shows as wanted is left alone. Without it every reconcile applies.
	compare bool
}

func (r *reconciler) setUp(manager ctrl.Manager, concurrency int) error {
	return ctrl.NewControllerManagedBy(manager).
		For(&Widget{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}).
		Owns(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: concurrency}).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	widget := &Widget{}
	if err := r.Get(ctx, request.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !widget.DeletionTimestamp.IsZero() {
		if controllerutil.RemoveFinalizer(widget, finalizer) {
			return ctrl.Result{}, r.Update(ctx, widget)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(widget, finalizer) {
		// No return: the predicate does not let an event of this write through.
		if err := r.Update(ctx, widget); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.applyConfigMap(ctx, widget); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.applySecret(ctx, widget); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.updateStatus(ctx, widget)
}

func (r *reconciler) applyConfigMap(ctx context.Context, widget *Widget) error {
	data := map[string]string{"text": widget.Spec.Text}
	if r.compare {
		present := &corev1.ConfigMap{}
		err := r.Get(ctx, client.ObjectKeyFromObject(widget), present)
		if err == nil && metav1.IsControlledBy(present, widget) && maps.Equal(present.Data, data) {
			return nil
		}
		if client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	child := corev1ac.ConfigMap(widget.Name, widget.Namespace).WithOwnerReferences(ownerOf(widget)).WithData(data)
	return r.Apply(ctx, child, fieldOwner, client.ForceOwnership)
}

func (r *reconciler) applySecret(ctx context.Context, widget *Widget) error {
	data := map[string][]byte{"text": []byte(widget.Spec.Text)}
	if r.compare {
		present := &corev1.Secret{}
		err := r.Get(ctx, client.ObjectKeyFromObject(widget), present)
		if err == nil && metav1.IsControlledBy(present, widget) && equality.Semantic.DeepEqual(present.Data, data) {
			return nil
		}
		if client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	child := corev1ac.Secret(widget.Name, widget.Namespace).WithOwnerReferences(ownerOf(widget)).WithData(data)
	return r.Apply(ctx, child, fieldOwner, client.ForceOwnership)
}

func (r *reconciler) updateStatus(ctx context.Context, widget *Widget) error {
	before := widget.Status.DeepCopy()
	widget.Status.ObservedGeneration = widget.Generation
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{
		Type:               "Ready",
		Status:             metav1.ConditionTrue,
		Reason:             "Applied",
		ObservedGeneration: widget.Generation,
	})
	if equality.Semantic.DeepEqual(before, &widget.Status) {
		return nil
	}
	return r.Status().Update(ctx, widget)
}

func ownerOf(widget *Widget) *metav1ac.OwnerReferenceApplyConfiguration {
	return metav1ac.OwnerReference().
		WithAPIVersion(groupVersion.String()).
		WithKind("Widget").
		WithName(widget.Name).
		WithUID(widget.UID).
		WithController(true).
		WithBlockOwnerDeletion(true)
}
