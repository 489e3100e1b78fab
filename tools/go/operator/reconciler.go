package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer  = "foreign.slipway.dev/widget"
	fieldOwner = client.FieldOwner("widget-operator")
)

type reconciler struct {
	client.Client
	events   events.EventRecorder
	identity string
}

func (r *reconciler) setUp(manager ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(manager).
		For(&Widget{}).
		Owns(&corev1.ConfigMap{}).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	widget := &Widget{}
	if err := r.Get(ctx, request.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	fmt.Println("reconciles", widget.Name)
	if !widget.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.farewell(ctx, widget)
	}
	if controllerutil.AddFinalizer(widget, finalizer) {
		if err := r.Update(ctx, widget); err != nil {
			return ctrl.Result{}, err
		}
	}
	child := corev1ac.ConfigMap(widget.Name, widget.Namespace).
		WithOwnerReferences(ownerOf(widget)).
		WithData(map[string]string{"size": fmt.Sprint(widget.Spec.Size)})
	if err := r.Apply(ctx, child, fieldOwner, client.ForceOwnership); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.updateStatus(ctx, widget)
}

// farewell leaves a ConfigMap that says who let the widget go. It is created, not applied: the typed
// client sends protobuf then.
func (r *reconciler) farewell(ctx context.Context, widget *Widget) error {
	if !controllerutil.ContainsFinalizer(widget, finalizer) {
		return nil
	}
	trace := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: widget.Namespace, Name: widget.Name + "-gone"},
		Data:       map[string]string{"by": r.identity},
	}
	if err := r.Create(ctx, trace); client.IgnoreAlreadyExists(err) != nil {
		return err
	}
	controllerutil.RemoveFinalizer(widget, finalizer)
	return r.Update(ctx, widget)
}

func (r *reconciler) updateStatus(ctx context.Context, widget *Widget) error {
	before := widget.Status.DeepCopy()
	widget.Status.Size = widget.Spec.Size
	widget.Status.By = r.identity
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{
		Type:               "Ready",
		Status:             metav1.ConditionTrue,
		Reason:             "Applied",
		ObservedGeneration: widget.Generation,
	})
	if equality.Semantic.DeepEqual(before, &widget.Status) {
		return nil
	}
	if err := r.Status().Update(ctx, widget); err != nil {
		return err
	}
	r.events.Eventf(widget, nil, corev1.EventTypeNormal, "Applied", "Apply", "is of size %d", widget.Spec.Size)
	return nil
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
